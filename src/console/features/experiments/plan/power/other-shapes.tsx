// Days that other designs would need, by number of groups, wished effect and allocation; with equal groups
// and one analysis at the end.
import type { ExperimentPower, PowerByDesign } from "#contract/experiment-power.ts";
import { formatCount, percentText } from "#console/foundation/ui/wording.ts";

/** Longest duration considered, days. */
const longest = 400;

const daysText = (days: number | null | undefined) =>
  days === undefined ? "–" : days === null ? `> ${longest}` : formatCount(days);

interface OtherShapesProps {
  power: Pick<ExperimentPower, "shapes">;
  /** Name of the metric that the shapes were computed for. */
  metric: string;
}

const headClass = "py-1 pl-2 text-right font-medium text-text-muted";

/** Rows of the designs with the same number of groups, one per effect. */
function GroupRows({ shapes, groups }: { shapes: readonly PowerByDesign[]; groups: number }) {
  const effects = shapes[0]?.needed.map(({ effect }) => effect) ?? [];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={shapes.length + 1} className="pt-2 text-left font-medium">
          {groups} groups
        </th>
      </tr>
      {effects.map((effect, index) => (
        <tr key={effect} className="*:py-0.5 *:pl-2">
          <th scope="row" className="figures pl-0! text-left font-regular whitespace-nowrap">
            {percentText(effect)}
          </th>
          {shapes.map(({ allocation, needed }) => (
            <td key={allocation} className="num whitespace-nowrap">
              {daysText(needed[index]?.days)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

export function OtherShapes({ power: { shapes }, metric }: OtherShapesProps) {
  const counts = [...new Set(shapes.map(({ groups }) => groups))];
  const allocations = [...new Set(shapes.map(({ allocation }) => allocation))];
  if (counts.length === 0) return null;
  const caption = `Days until an effect in ${metric} is found in one look, by groups, effect and share of the users who take part`;
  return (
    <details className="text-12">
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
        Days of other set-ups
      </summary>
      <p className="pt-1 text-text-muted">{caption}. Groups of equal size.</p>
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${headClass} pl-0! text-left!`}>
              Effect
            </th>
            {allocations.map((allocation) => (
              <th key={allocation} scope="col" className={headClass}>
                {percentText(allocation)}
              </th>
            ))}
          </tr>
        </thead>
        {counts.map((groups) => (
          <GroupRows
            key={groups}
            groups={groups}
            shapes={shapes.filter((shape) => shape.groups === groups)}
          />
        ))}
      </table>
    </details>
  );
}
