// The forest plot as a self-contained picture: the page's chart with its numbers beside it, font and colours embedded.
import type { ReactNode, SVGProps } from "react";
import type { Band, Drawing } from "#console/foundation/charts/drawing.ts";
import { IntervalChart, type PlotRow } from "#console/foundation/charts/interval-chart.tsx";
import { plotInset } from "#console/foundation/charts/interval-mark.tsx";
import { chartMarkup } from "#console/foundation/export/chart-markup.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import { type ExportStyle, withoutJudgement } from "#console/foundation/export/export-style.ts";
import {
  decimalsOf,
  fixedChange,
  fixedInterval,
} from "#console/features/experiments/results/view-settings/decimals.ts";
import { ownDomains, sharedScale } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { directionOf, missingReason } from "#console/features/experiments/results/model/reading.ts";
import { textOf } from "#console/features/experiments/results/model/sentence-parts.ts";
import {
  dataText,
  markedResult,
  markNote,
  type ResultsSnapshot,
  sectionsOf,
  type SnapshotRow,
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
/** Horizontal positions in px at which texts start or end. */
const at = { metric: 24, group: 258, change: 498, result: 510, interval: 1096 };
/** Insets of the scale on the left and right, px. */
const inset = [600 + plotInset, 166 + plotInset] as const;
/** With more rows than this the rows are denser, so that a picture of hundreds is quick to draw and to scroll. */
const looseRows = 100;
/** Number of rows drawn per batch, so that the page stays responsive in between. */
const rowsOfBand = 40;
/** Average character width of Inter at 13 px, in px. */
const characterWidth = 6.4;

const fit = (text: string, width: number) => {
  const room = Math.floor(width / characterWidth);
  return text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text;
};

const Label = (props: SVGProps<SVGTextElement>) => <text fill="var(--color-text)" {...props} />;
/** Attributes of a number, aligned at its end. */
const number = { textAnchor: "end", fontVariant: "tabular-nums" } as const;

const muted = "var(--color-text-muted)";
const nameWidth = 240;
const hint = "lower is better";

function MetricName({ metric, y }: Pick<SnapshotRow, "metric"> & { y: number }) {
  const isLower = directionOf(metric) === "decrease";
  return (
    <Label x={at.metric} y={y} fontWeight={620}>
      {fit(metric.metricName, isLower ? nameWidth - hint.length * characterWidth : nameWidth)}
      {isLower ? (
        <tspan dx={6} fill={muted} fontWeight={420} fontSize={12}>
          {hint}
        </tspan>
      ) : null}
    </Label>
  );
}

const tones = {
  better: "var(--color-positive)",
  worse: "var(--color-negative)",
  inconclusive: "var(--color-text)",
};

interface RowTextProps {
  row: SnapshotRow;
  /** Top of the row, px. */
  top: number;
  height: number;
  isFirst: boolean;
  decimals: number;
  snapshot: ResultsSnapshot;
}

function RowText({ row, top, height, isFirst, decimals, snapshot }: RowTextProps) {
  const { metric, group, scale, result = "inconclusive" } = row;
  const isInconclusive = result === "inconclusive";
  const y = top + height / 2 + 4.5;
  return (
    <>
      {isFirst ? (
        <>
          <path d={`M${size.margin} ${top + 0.5}H${size.width - size.margin}`} stroke="var(--color-border)" />
          <MetricName metric={metric} y={y} />
        </>
      ) : null}
      <Label x={at.group} y={y}>
        {fit(group, 180)}
      </Label>
      <Label x={at.change} y={y} fill={tones[result]} fontWeight={isInconclusive ? 420 : 620} {...number}>
        {fixedChange(row, decimals)}
      </Label>
      <Label x={at.result} y={y} fill={row.result === "inconclusive" ? muted : tones[result]}>
        {markedResult(row, snapshot)}
      </Label>
      <Label x={at.interval} y={y} {...number}>
        {fixedInterval(row, decimals) || fit(missingReason(metric, scale) ?? "", 150)}
      </Label>
    </>
  );
}

/** Draws the rows in batches and yields to the browser in between. */
export async function plotDrawing(snapshot: ResultsSnapshot, style: ExportStyle): Promise<Drawing> {
  const { experiment, scale, verdict } = snapshot;
  const isRefused = verdict.kind === "refused";
  const colours = isRefused ? withoutJudgement(style.colours) : style.colours;
  const sections = sectionsOf(snapshot);
  const all = sections.flatMap(({ rows }) => rows);
  const decimals = decimalsOf(all);
  const shared = scale === "percent" ? sharedScale(experiment, snapshot.read, undefined) : undefined;
  const ownDomain = shared ? undefined : ownDomains(snapshot.read);
  const height = all.length > looseRows ? size.denseRow : size.row;
  const format = (tick: number) => formatTick(tick, scale);
  const bands: Band[] = [];
  let bottom = 0;
  const draw = async (own: number, texts: ReactNode, rows: readonly PlotRow[] = [], hasAxis = false) => {
    const chart = (
      <IntervalChart
        width={size.width}
        height={own}
        inset={inset}
        rows={rows}
        scale={shared}
        axis={hasAxis && shared ? { top: own - 20, ticks: shared.ticks, format } : undefined}
      >
        {texts}
      </IntervalChart>
    );
    bands.push({
      top: bottom,
      height: own,
      svg: `<g transform="translate(0 ${bottom})">${chartMarkup(chart, colours)}</g>`,
    });
    bottom += own;
    await new Promise((resolve) => setTimeout(resolve));
  };
  const legend = [
    all.some(({ isSequential }) => isSequential)
      ? "bar: fixed interval, whisker: sequential"
      : "bar: interval",
    ...(shared ? [] : ["each metric on its own scale"]),
  ].join("; ");
  const warned = isRefused ? size.warning : 0;
  await draw(
    size.head + warned,
    <>
      <Label x={at.metric} y={36} fontWeight={620} fontSize={18}>
        {fit(experiment.name, 700)}
      </Label>
      {isRefused ? (
        <Label x={at.metric} y={60} fill="var(--color-warning)" fontWeight={530}>
          {fit(textOf(verdict.headline), size.width - 2 * size.margin)}
        </Label>
      ) : null}
      <Label x={at.metric} y={58 + warned} fill={muted}>
        {`Change of each metric against ${all[0]?.control ?? "the control"}; ${legend}`}
      </Label>
    </>,
    [],
    true,
  );
  for (const { title, strictness, rows } of sections) {
    await draw(
      size.section,
      <>
        <Label x={at.metric} y={26} fontWeight={620}>
          {title}
        </Label>
        <Label x={at.group} y={26} fill={muted} fontSize={12}>
          {strictness}
        </Label>
      </>,
    );
    for (let from = 0; from < rows.length; from += rowsOfBand) {
      let top = 0;
      const texts: ReactNode[] = [];
      const plotted: PlotRow[] = [];
      rows.slice(from, from + rowsOfBand).forEach((row, index) => {
        const { mark: id, metric, unit, value, delta, whiskerDelta, result } = row;
        const [before, after] = [rows[from + index - 1], rows[from + index + 1]].map(
          (other) => other?.metric.metricID,
        );
        const domain = ownDomain?.(metric);
        const interval =
          value === undefined || delta === undefined
            ? undefined
            : { domain, value, delta, whiskerDelta, result };
        plotted.push({ id, top, height, interval });
        texts.push(
          <RowText
            key={id}
            row={row}
            top={top}
            height={height}
            isFirst={metric.metricID !== before}
            decimals={decimals(metric)}
            snapshot={snapshot}
          />,
        );
        top += height;
        if (!domain || metric.metricID === after) return;
        const labels = [domain[0], 0, domain[1]].map((tick) => formatTick(tick, unit));
        plotted.push({ id: `${id} scale`, top, height: size.axis, labels });
        top += size.axis;
      });
      await draw(top, texts, plotted);
    }
  }
  await draw(
    size.foot,
    <>
      <Label x={at.metric} y={size.foot - 18} fill={muted} fontSize={12}>
        {dataText(snapshot)}
      </Label>
      <Label x={at.interval} y={size.foot - 18} fill={muted} fontSize={12} {...number}>
        {markNote(all, snapshot)}
      </Label>
    </>,
  );
  return {
    width: size.width,
    height: bottom,
    ground: colours.surface,
    style: style.fontFace,
    words: `<title>${xmlText(experiment.name)}</title><desc>${xmlText(textOf(verdict.headline))}</desc>`,
    bands,
  };
}
