// Finds and words the differences between a saved report and the current results. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows, markOf } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { NumberSource } from "#console/features/experiments/results/model/sentence-parts.ts";
import { formatChange, unitOf } from "#console/features/experiments/results/model/format-result.ts";
import { agree, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { type Figure, figureOf, hasFailed, type Report } from "./report-link.ts";

interface RowChange {
  kind: "conclusion" | "figures" | "gone" | "new";
  text: string;
  /** The row on the page; undefined if it no longer exists. */
  source: NumberSource | undefined;
}

const nameOf = ({ name, group }: Figure) => `${name} with ${group}`;
const changeText = ({ id, value, scale }: Figure) => formatChange(value, unitOf({ metricID: id }, scale));
const resultOf = ({ result }: Figure) => (result === "depends" ? "dependent on the analysis" : result);
const said = (figure: Figure) => `${resultOf(figure)} (${changeText(figure)})`;
const keyOf = ({ id, group }: Figure) => markOf({ metricID: id }, group);
const sourceOf = (figure: Figure): NumberSource => ({ mark: keyOf(figure), scale: figure.scale });

function settingLines(report: Report, experiment: Experiment, control: string): string[] {
  const level = experiment.defaultConfidenceInterval ?? "95";
  const is = (what: string, before: string, now: string) =>
    before === now ? [] : [`${what} was ${before} and is ${now} now.`];
  const isFixed = report.isUnsound === true && !hasFailed(experiment);
  return [
    ...(isFixed ? ["A health check had failed in the report; none fails now."] : []),
    ...is("The status", experimentState(report.status), experimentState(experiment.status)),
    ...is("The confidence level", `${report.level}${percentSign}`, `${level}${percentSign}`),
    ...is("The control", report.control, control),
  ];
}

function changeOf(before: Figure, now: Figure | undefined): RowChange[] {
  if (!now) return [{ kind: "gone", text: `${nameOf(before)} has no numbers now.`, source: undefined }];
  const source = sourceOf(now);
  if (before.result !== now.result)
    return [
      { kind: "conclusion", text: `${nameOf(now)} was ${said(before)} and is ${said(now)} now.`, source },
    ];
  const isSame = before.scale === now.scale && before.value === now.value && before.reach === now.reach;
  if (isSame) return [];
  const [from, to] = [changeText(before), changeText(now)];
  const moved = from === to ? `stays at ${to}, its interval has moved` : `went from ${from} to ${to}`;
  return [{ kind: "figures", text: `${nameOf(now)} ${moved}; it is still ${resultOf(now)}.`, source }];
}

const order = ["conclusion", "gone", "new", "figures"];

/** Rows whose conclusions changed come first; `lines` are about data and settings. */
export function changesSince(report: Report, experiment: Experiment, summary: SummaryCharts) {
  const rows = comparisonRows(experiment, summary);
  const now = new Map(rows.flatMap((row) => figureOf(row) ?? []).map((figure) => [keyOf(figure), figure]));
  const before = new Set(report.figures.map(keyOf));
  const isWhole = report.comparisons === report.figures.length;
  const added = isWhole ? [...now.values()].filter((figure) => !before.has(keyOf(figure))) : [];
  const changes = [
    ...report.figures.flatMap((figure) => changeOf(figure, now.get(keyOf(figure)))),
    ...added.map((figure): RowChange => ({
      kind: "new",
      text: `${nameOf(figure)} is new: ${said(figure)}.`,
      source: sourceOf(figure),
    })),
  ].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const conclusions = changes.filter(({ kind }) => kind === "conclusion").length;
  const settings = settingLines(report, experiment, rows[0]?.control ?? report.control);
  const { fingerprint } = summary;
  const isSameData = fingerprint !== undefined && fingerprint === report.fingerprint;
  const date = report.computed === undefined ? "" : ` of ${formatDate(report.computed)}`;
  const hasFailedSince = report.isUnsound === false && hasFailed(experiment);
  return {
    title: hasFailedSince
      ? `Since the report${date}, a health check has failed: do not use these results.`
      : titleOf(date, conclusions, changes.length + settings.length === 0, isSameData),
    lines: [
      ...(isSameData || fingerprint === undefined || report.fingerprint === undefined
        ? []
        : [`The report shows data ${report.fingerprint}, this page ${fingerprint}.`]),
      ...settings,
      ...(isWhole
        ? []
        : [
            `Its link names ${report.figures.length} of ${report.comparisons} comparisons; the others were not compared.`,
          ]),
    ],
    rows: changes,
    /** True if a conclusion changed, or if the results have become unusable. */
    hasOtherConclusions: conclusions > 0 || hasFailedSince,
  };
}

function titleOf(date: string, conclusions: number, isSame: boolean, isSameData: boolean): string {
  if (isSame)
    return isSameData
      ? `Nothing has changed since the report${date}.`
      : `The data are newer than the report${date}; its figures are still the same.`;
  if (conclusions === 0) return `Since the report${date}, no conclusion has changed.`;
  return `Since the report${date}, ${plural(conclusions, "conclusion")} ${agree(conclusions, "has", "have")} changed.`;
}
