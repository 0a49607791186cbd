import type { Checks } from "#contract/checks.ts";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import { barsInset, StackedBars } from "#console/foundation/charts/stacked-bars.tsx";
import { instantFormat } from "#console/foundation/ui/instant-format.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { capitalise, formatCount, plural } from "#console/foundation/ui/wording.ts";
import { checkBars } from "./check-bars.ts";
import { countsOf, outcomeNames, ruleText, type CheckedKind } from "./check-words.ts";

/** The same colours as in the audience bars: dark and light, and a warning colour for missing answers. */
const colours = ["var(--color-text-muted)", "var(--color-border-strong)", "var(--color-warning)"];

/** Table columns: one for each rule and each result that it returned. */
const ruleColumns = (kind: CheckedKind, rules: Checks["rules"]) =>
  rules.flatMap((rule) =>
    countsOf(rule).flatMap((count, place) => {
      const header = `${ruleText(rule.ruleID, rule.name)}: ${outcomeNames[kind][place]}`;
      return count > 0 ? [{ header, ruleID: rule.ruleID, place }] : [];
    }),
  );

interface ChecksFigureProps {
  kind: CheckedKind;
  checks: Checks;
  /** Limits the chart to one rule. */
  rule: { id: string; name: string } | undefined;
}

export function ChecksFigure({ kind, checks, rule }: ChecksFigureProps) {
  const isByDay = checks.to - checks.from > 8 * 86_400_000;
  const bars = checkBars(checks, isByDay ? 24 : 1, rule?.id);
  const format = isByDay ? formatDay : instantFormat(checks.to - checks.from, 3_600_000);
  const names = outcomeNames[kind];
  const hasUnanswered = bars.some(({ counts }) => (counts[2] ?? 0) > 0);
  const shown = hasUnanswered ? [0, 1, 2] : [0, 1];
  const total = bars.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0);
  const told = (counts: readonly number[]) =>
    shown.map((place) => `${formatCount(counts[place] ?? 0)} ${names[place]}`).join(", ");
  const byRule = rule || checks.rules.length < 2 ? [] : ruleColumns(kind, checks.rules);
  return (
    <DayFigure
      title="Checks"
      by={isByDay ? "day" : "hour"}
      summary={`${plural(total, "check")}${rule ? ` by “${rule.name}”` : ""} since ${format(checks.from)}.`}
      columns={[
        "From",
        ...shown.map((place) => capitalise(names[place] ?? "")),
        ...byRule.map(({ header }) => header),
      ]}
      points={bars.map(({ start, counts, byRule: ofRules }) => ({
        sentence: `${format(start)}: ${told(counts)}.`,
        cells: [
          format(start),
          ...shown.map((place) => formatCount(counts[place] ?? 0)),
          ...byRule.map(({ ruleID, place }) => formatCount(ofRules.get(ruleID)?.[place] ?? 0)),
        ],
      }))}
      inset={barsInset}
      legend={
        <ul className="flex flex-wrap gap-x-4 pt-1 text-12 text-text-muted">
          {shown.map((place) => (
            <li key={place} className="flex items-center gap-1.5">
              <span aria-hidden className="size-2.5 rounded-small" style={{ background: colours[place] }} />
              {capitalise(names[place] ?? "")}
            </li>
          ))}
        </ul>
      }
      draw={(active) => (
        <StackedBars
          bars={bars.map(({ start, counts }) => ({
            label: format(start),
            // In a chart of a week, marks the start of each day.
            mark: bars.length > 48 && new Date(start).getHours() === 0 ? formatDay(start) : undefined,
            counts: shown.map((place) => counts[place] ?? 0),
          }))}
          colours={shown.map((place) => colours[place] ?? "")}
          active={active}
          format={formatCount}
        />
      )}
    />
  );
}
