// Expected and observed group sizes: the observed share as a bar, the planned one as a line across it.
import type { HealthCheck } from "#contract/experiment-overview.ts";
import { formatSize } from "#console/features/experiments/results/model/format-result.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

const percent = (share: number) => formatSize(100 * share, "percent");
const signed = (units: number) => `${units > 0 ? "+" : units < 0 ? "−" : ""}${formatCount(Math.abs(units))}`;

const heading =
  "px-2 max-desk:px-1 text-right font-medium whitespace-nowrap first:pl-0 first:text-left last:pr-0";
const cell = "num px-2 max-desk:px-1 last:pr-0";

const columns = [
  { name: "Group", width: "w-40 max-desk:w-20" },
  { name: "Observed, planned as a line", isDrawn: true },
  { name: "Observed", width: "w-32 max-desk:w-17" },
  { name: "Planned", width: "w-32 max-desk:w-16" },
  { name: "Difference", width: "w-24 max-desk:w-18" },
];

interface SplitTableProps {
  groups: NonNullable<HealthCheck["groups"]>;
  isFailed: boolean;
}

export function SplitTable({ groups, isFailed }: SplitTableProps) {
  const total = groups.reduce((sum, { units }) => sum + units, 0);
  if (total === 0) return null;
  const largest = Math.max(...groups.map(({ units, expectedUnits }) => Math.max(units, expectedUnits)));
  return (
    <table className="mt-2 w-full max-w-2xl table-fixed text-text">
      <caption className="sr-only">Observed units of each group beside the planned ones</caption>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead className="h-7 text-12 text-text-muted">
        <tr>
          {columns.map(({ name, isDrawn }) => (
            <th key={name} scope="col" className={isDrawn ? `${heading} text-left!` : heading}>
              {isDrawn ? <span className="max-desk:sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, units, expectedUnits }) => (
          <tr key={name} className="h-8 *:border-t *:border-border">
            <th scope="row" className="truncate pr-2 text-left font-regular" title={name}>
              {name}
            </th>
            <td aria-hidden className="px-2">
              <div className="relative h-2 bg-tint">
                <div className="h-2 bg-neutral-mark" style={{ width: `${(100 * units) / largest}%` }} />
                <div
                  className="absolute -top-1 h-4 w-0.5 -translate-x-1/2 bg-text"
                  style={{ left: `${(100 * expectedUnits) / largest}%` }}
                />
              </div>
            </td>
            <td className={cell}>
              <span className="max-desk:hidden">{formatCount(units)} </span>
              <span className="desk:text-text-muted">{percent(units / total)}</span>
            </td>
            <td className={cell}>
              <span className="max-desk:hidden">{formatCount(expectedUnits)} </span>
              <span className="desk:text-text-muted">{percent(expectedUnits / total)}</span>
            </td>
            <td className={`${cell} ${isFailed ? "font-medium text-danger" : "text-text-muted"}`}>
              {signed(Math.round(units - expectedUnits))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
