// Change, result and units, explained.
import {
  formatChange,
  formatMean,
  formatSize,
  typeOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { directionOf, intervalText, readingOf } from "#console/features/experiments/results/model/reading.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { type Explanation, explanation, expression, type Known, line, type Term, term } from "./formula.ts";

const changeFormula = ({ change, testMean, controlMean }: Known) =>
  line("change", expression`${testMean} − ${controlMean}`, change.value);

export function explainChange(known: Known): Explanation {
  const { row, metric, scale, change, baseline, testMean, controlMean } = known;
  const percent = metric.percentChange;
  const means = `${formatMean(testMean.value, metric)} with ${row.group} and ${formatMean(controlMean.value, metric)} with ${row.control}`;
  const size =
    percent === undefined
      ? formatSize(change.value, unitOf(metric, "absolute"))
      : `${formatSize(percent, "percent")} of the control`;
  return explanation(
    "Change",
    [
      changeFormula(known),
      scale === "percent" && percent !== undefined
        ? line("percent change", expression`100 × ${change} ÷ ${baseline}`, percent, {
            result: formatChange(percent, "percent"),
          })
        : undefined,
    ],
    [
      change.value === 0
        ? `The mean is the same in both groups.`
        : `The mean is ${means}: ${change.value > 0 ? "higher" : "lower"} by ${size}.`,
    ],
  );
}

export function explainResult(known: Known): Explanation {
  const { row, metric, change, standardError } = known;
  const absolute = readingOf(metric, "absolute");
  const { margin = 0, result } = absolute;
  const [decides, factor] =
    absolute.whiskerDelta === undefined
      ? ["interval", "critical value"]
      : ["sequential interval", "sequential factor"];
  // The absolute interval decides; the one in percent is read out where it says the same.
  const own = readingOf(metric, known.scale);
  const isOwn = own.isClear !== undefined && !own.disagrees;
  const text = intervalText(isOwn ? own : absolute);
  const name = isOwn ? decides : `absolute ${decides}`;

  const direction = directionOf(metric);
  const meaning =
    direction === undefined
      ? `Nobody has said whether more or less of ${metric.metricName} is good, so it has no word.`
      : `For ${metric.metricName} ${direction === "decrease" ? "lower" : "higher"} is better, so ${row.group} is ${result}.`;
  return explanation(
    "Result",
    [
      changeFormula(known),
      line(
        `margin of the ${decides}`,
        expression`${term(factor, margin / standardError.value)} × ${standardError}`,
        margin,
      ),
    ],
    [
      Math.abs(change.value) > margin
        ? `The whole ${name}, ${text}, lies ${change.value > 0 ? "above" : "below"} 0, since the change is larger than the margin. ${meaning}`
        : `The ${name}, ${text}, includes 0, since the change is no larger than the margin: an increase as well as a drop within it fits the data. Inconclusive does not mean that there is no effect.`,
    ],
  );
}

/** How a unit takes part in a metric; in other metrics all exposed units count. */
const parts: Record<string, string> = {
  funnel: "started the funnel",
  mean: "had a value to average",
  ratio: "have a denominator",
};

const shareLine = (name: string, count: Term, all: Term) => {
  const share = (100 * count.value) / all.value;
  return line(name, expression`100 × ${count} ÷ ${all}`, share, { result: formatSize(share, "percent") });
};

export function explainUnits({ row, metric, noun, exposed = {}, ...units }: Known): Explanation {
  const groups = [
    { name: row.group, count: units.testUnits.value },
    { name: row.control, count: units.controlUnits.value },
  ].map((group) => ({ ...group, seen: exposed[group.name] ?? 0 }));
  const part = parts[typeOf(metric) ?? ""];
  const left = `Those seen in more than one group are left out.`;
  const [test, control] = groups.map(({ count }) => formatCount(count));
  if (part === undefined) {
    const all = term("units of both groups", units.testUnits.value + units.controlUnits.value);
    return explanation(
      "Units",
      groups.map(({ name, count }) => shareLine(`share of ${name}`, term("its units", count), all)),
      [
        `${test} ${noun} were exposed to ${row.group} and ${control} to ${row.control}. ${left}`,
        `All of them count, also with value 0.`,
      ],
    );
  }
  // Health is read apart from the results and may be older.
  const known = groups.filter(({ seen, count }) => seen > 0 && seen >= count);
  const sentences = known.map(
    ({ name, count, seen }) =>
      `Of ${formatCount(seen)} ${noun} exposed to ${name}, ${formatCount(count)} ${part}.`,
  );
  const said =
    known.length === groups.length
      ? sentences.join(" ")
      : `${test} ${noun} exposed to ${row.group} and ${control} exposed to ${row.control} ${part}.`;
  return explanation(
    "Units",
    known.map(({ name, count, seen }) =>
      shareLine(
        `taking part with ${name}`,
        term(`${noun} that ${part}`, count),
        term(`exposed ${noun}`, seen),
      ),
    ),
    [`${said} Only they count here. ${left}`],
  );
}
