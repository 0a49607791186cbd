// Every conclusion as a strip: one shape per analysis, each with its result as text for screen readers.
import type {
  Robustness,
  AlternativeAnalysis,
} from "#console/features/experiments/results/model/robustness.ts";
import { ResultShape } from "#console/foundation/ui/result-mark.tsx";

interface RobustnessTableProps {
  entries: readonly Robustness[];
  /** All analyses that apply to at least one result. */
  ways: readonly AlternativeAnalysis[];
  /** Mark of the row drawn in detail above the table. */
  drawn: string;
  choose: (mark: string) => void;
}

const head = "h-8 border-b border-border px-0.5 pb-1.5 text-12 font-medium text-text-muted";

/** Ten columns leave no room for words on a narrow screen, so the headers are vertical. */
const upright =
  "max-desk:inline-block max-desk:whitespace-nowrap max-desk:rotate-180 max-desk:[writing-mode:vertical-rl]";

export function RobustnessTable({ entries, ways, drawn, choose }: RobustnessTableProps) {
  return (
    <div role="region" aria-label="All analyses" tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full min-w-180 table-fixed border-separate border-spacing-0">
        <caption className="sr-only">
          Whether each result keeps its meaning when one thing of the analysis is changed
        </caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={`${head} sticky left-0 w-64 bg-surface pl-0 text-left align-bottom max-desk:w-56 max-tablet:w-36`}
            >
              Metric and test group
            </th>
            {ways.map(({ label, short }) => (
              <th key={label} scope="col" title={label} className={`${head} align-bottom leading-4`}>
                <span aria-hidden className={upright}>
                  {short}
                </span>
                <span className="sr-only">{label}</span>
              </th>
            ))}
            <th scope="col" className={`${head} w-24 pr-0 text-right align-bottom`}>
              Conclusion
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ row, items, holds, sentence }) => (
            <tr key={row.mark} className="*:border-b *:border-border">
              <th scope="row" className="sticky left-0 h-8 bg-surface py-1 pr-2 text-left font-regular">
                <button
                  type="button"
                  aria-pressed={row.mark === drawn}
                  title="Draw this result way by way"
                  onClick={() => choose(row.mark)}
                  className="max-w-full text-left wrap-anywhere hover:text-accent pointer-coarse:min-h-11 aria-pressed:font-medium"
                >
                  {row.metric.metricName}
                  <span className="text-text-muted">, {row.group}</span>
                </button>
              </th>
              {ways.map(({ label }) => {
                const item = items.find(({ way }) => way.label === label);
                return (
                  <td key={label} className="px-1 text-center">
                    {item?.result ? (
                      <span className="inline-flex justify-center" title={`${label}: ${item.word}`}>
                        <ResultShape result={item.result} />
                        <span className="sr-only">{item.word}</span>
                      </span>
                    ) : (
                      <span className="text-12 text-text-muted">{item ? "clear" : "n/a"}</span>
                    )}
                  </td>
                );
              })}
              <td className="text-right">
                {holds ? (
                  <span className="text-text-muted">
                    {items[0]?.result === "inconclusive" ? "stays open" : "holds"}
                  </span>
                ) : (
                  <span className="font-medium" title={sentence}>
                    changes<span className="sr-only">: {sentence}</span>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
