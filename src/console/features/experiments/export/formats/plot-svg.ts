// The forest plot as a drawing of its own: numbers beside the bars, font and colours inside, nothing fetched from elsewhere.
import type { Band, Drawing } from "#console/foundation/charts/drawing.ts";
import { plotDomains } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import type { ComparisonRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  directionOf,
  estimateOf,
  formatChange,
  missingReason,
  resultOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { textOf } from "#console/features/experiments/results/model/sentence-parts.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import { type ExportStyle, withoutJudgement } from "#console/foundation/export/export-style.ts";
import { bar, drawLines, drawTicks, halves, type Pen, round } from "./plot-marks.ts";
import {
  dataText,
  intervalText,
  markedResult,
  markNote,
  type ResultsSnapshot,
  type SnapshotSection,
  sectionsOf,
} from "./results-snapshot.ts";

/** px */
const size = {
  width: 1120,
  margin: 24,
  row: 26,
  denseRow: 20,
  axis: 16,
  section: 40,
  head: 92,
  warning: 24,
  foot: 44,
};
/** More rows stand closer together, so that the picture of hundreds is quick to draw and to scroll. */
const looseRows = 100;
/** So many are drawn at once where pixels are wanted. */
const rowsOfBand = 40;
const at = { metric: 24, group: 280, change: 530, result: 546, interval: 1096 };
/** Of Inter at 13 px, on average. */
const characterWidth = 6.4;

const fit = (text: string, width: number) => {
  const room = Math.floor(width / characterWidth);
  return text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text;
};

interface TextLook {
  fill: string;
  weight?: number;
  size?: number;
  /** A number, aligned at its end; only numbers have figures of one width. */
  end?: boolean;
}

const words = (x: number, y: number, text: string, style: TextLook) =>
  `<text x="${x}" y="${round(y)}" fill="${style.fill}"${style.weight ? ` font-weight="${style.weight}"` : ""}${style.size ? ` font-size="${style.size}"` : ""}${style.end ? ' text-anchor="end" class="n"' : ""}>${xmlText(text)}</text>`;

const nameWidth = 240;
const hint = "lower is better";

function drawName({ metric }: ComparisonRow, y: number, { colours }: Pen): string {
  const isLower = directionOf(metric) === "decrease";
  const name = fit(metric.metricName, isLower ? nameWidth - hint.length * characterWidth : nameWidth);
  const aside = isLower
    ? `<tspan dx="6" fill="${colours.muted}" font-weight="420" font-size="12">${hint}</tspan>`
    : "";
  return `<text x="${at.metric}" y="${round(y)}" fill="${colours.text}" font-weight="620">${xmlText(name)}${aside}</text>`;
}

function drawRow(row: ComparisonRow, y: number, isFirst: boolean, pen: Pen): string {
  const { colours, scale } = pen;
  const { metric, group } = row;
  const estimate = estimateOf(metric, scale);
  const result = resultOf(metric);
  const tone =
    result === "better" ? colours.betterText : result === "worse" ? colours.worseText : colours.text;
  const base = y + pen.row / 2 + 4.5;
  const weight = result === "better" || result === "worse" ? 620 : 420;
  return [
    isFirst
      ? `<path d="M${size.margin} ${y + 0.5}H${size.width - size.margin}" stroke="${colours.border}"/>${drawName(row, base, pen)}`
      : "",
    words(at.group, base, fit(group, 180), { fill: colours.text }),
    estimate.value === undefined
      ? ""
      : words(at.change, base, formatChange(estimate.value, unitOf(metric, scale)), {
          fill: tone,
          weight,
          end: true,
        }),
    words(at.result, base, markedResult(row, pen), {
      fill: result === "inconclusive" ? colours.muted : tone,
    }),
    bar(estimate, result ?? "inconclusive", y + pen.row / 2, pen.domains.of(metric), colours),
    words(at.interval, base, intervalText(row, scale) ?? fit(missingReason(metric, scale) ?? "", 150), {
      fill: colours.text,
      end: true,
    }),
  ].join("");
}

/** The rows between two heights; where each metric has its own scale, that stands under its last row. */
function rowsBand(rows: readonly ComparisonRow[], from: number, to: number, top: number, pen: Pen): Band {
  const drawn: string[] = [];
  let y = top;
  rows.slice(from, to).forEach((row, index) => {
    const { metric } = row;
    const [before, after] = [rows[from + index - 1], rows[from + index + 1]];
    drawn.push(drawRow(row, y, metric.metricID !== before?.metric.metricID, pen));
    y += pen.row;
    if (pen.domains.shared || metric.metricID === after?.metric.metricID) return;
    const domain = pen.domains.of(metric);
    const [low, high] = domain;
    drawn.push(drawTicks(domain, [low, 0, high], y + size.axis - 5, unitOf(metric, pen.scale), pen));
    y += size.axis;
  });
  return { top, height: y - top, svg: [drawLines(top, y, pen), ...drawn].join("") };
}

/** Title and rows of a section, from `top` on. */
function sectionBands({ title, strictness, rows }: SnapshotSection, top: number, pen: Pen): Band[] {
  const { colours } = pen;
  const bands: Band[] = [
    {
      top,
      height: size.section,
      svg: [
        words(at.metric, top + 26, title, { fill: colours.text, weight: 620 }),
        words(at.group, top + 26, strictness, { fill: colours.muted, size: 12 }),
      ].join(""),
    },
  ];
  for (let from = 0; from < rows.length; from += rowsOfBand)
    bands.push(rowsBand(rows, from, from + rowsOfBand, endOf(bands), pen));
  return bands;
}

const endOf = (bands: readonly Band[]) => {
  const last = bands.at(-1);
  return last ? last.top + last.height : 0;
};

export function plotDrawing(snapshot: ResultsSnapshot, style: ExportStyle): Drawing {
  const { experiment, scale, verdict } = snapshot;
  const isRefused = verdict.kind === "refused";
  const colours = isRefused ? withoutJudgement(style.colours) : style.colours;
  const sections = sectionsOf(snapshot);
  const rows = sections.flatMap((section) => section.rows);
  const pen: Pen = {
    colours,
    scale,
    verdict,
    domains: plotDomains(
      rows.map(({ metric }) => metric),
      scale,
    ),
    row: rows.length > looseRows ? size.denseRow : size.row,
  };
  const control = rows[0]?.control ?? "the control";
  const isSequential = rows.some((row) => row.isSequential);
  const { shared } = pen.domains;
  const legend = [
    isSequential ? "bar: fixed interval, whisker: sequential" : "bar: interval",
    ...(shared ? [] : ["each metric on its own scale"]),
  ].join("; ");
  const warned = isRefused ? size.warning : 0;
  const headline = fit(textOf(verdict.headline), size.width - 2 * size.margin);
  const head = [
    words(at.metric, 36, fit(experiment.name, 700), { fill: colours.text, weight: 620, size: 18 }),
    isRefused ? words(at.metric, 60, headline, { fill: colours.warning, weight: 530 }) : "",
    words(at.metric, 58 + warned, `Change of each metric against ${control}; ${legend}`, {
      fill: colours.muted,
    }),
    shared ? drawTicks(shared, halves(shared), size.head + warned - 8, scale, pen) : "",
  ];
  const bands: Band[] = [{ top: 0, height: size.head + warned, svg: head.join("") }];
  for (const section of sections) bands.push(...sectionBands(section, endOf(bands), pen));
  const height = endOf(bands) + size.foot;
  bands.push({
    top: endOf(bands),
    height: size.foot,
    svg: [
      words(at.metric, height - 18, dataText(snapshot), { fill: colours.muted, size: 12 }),
      words(at.interval, height - 18, markNote(rows, snapshot), { fill: colours.muted, size: 12, end: true }),
    ].join(""),
  });
  return {
    width: size.width,
    height,
    ground: colours.surface,
    style: `${style.fontFace}.n{font-variant-numeric:tabular-nums}`,
    words: `<title>${xmlText(experiment.name)}</title><desc>${xmlText(textOf(verdict.headline))}</desc>`,
    bands,
  };
}
