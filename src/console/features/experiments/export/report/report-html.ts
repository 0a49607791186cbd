// The report: a self-contained HTML file that can be sent, printed and read offline, and that identifies its data.
import type { HealthCheck } from "#contract/experiment-overview.ts";
import { svgOf } from "#console/foundation/charts/drawing.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { isUnsound } from "#console/features/experiments/results/model/refusal.ts";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { familyOf, robustnessOf } from "#console/features/experiments/results/model/robustness.ts";
import { percentSign, plural } from "#console/foundation/ui/wording.ts";
import {
  markedUp,
  type SentencePart,
  rowsWithEffect,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import type { ExportStyle } from "#console/foundation/export/export-style.ts";
import { plotDrawing } from "#console/features/experiments/export/formats/plot-picture.tsx";
import { tableCells, tableHead } from "#console/features/experiments/export/formats/numbers-table.ts";
import {
  dataText,
  daysText,
  decisionLines,
  type ResultsSnapshot,
  markNote,
  readText,
  sectionsOf,
} from "#console/features/experiments/export/formats/results-snapshot.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import {
  checkText,
  inOrder,
  stateOf,
  stateWords,
  unbroken,
} from "#console/features/experiments/results/verdict/health-messages.ts";
import { reportLink, reportOf } from "./report-link.ts";
import { reportStyle } from "./report-style.ts";

const sentence = (parts: readonly SentencePart[]) => markedUp(parts, xmlText, (name) => `<b>${name}</b>`);

/** A table that is too wide for a phone scrolls inside its own region, which the keyboard can reach. */
const scrolling = (label: string, content: string) =>
  `<div class="wide" role="region" aria-label="${xmlText(label)}" tabindex="0">${content}</div>`;
const paragraph = (text: string) => `<p>${text}</p>`;
const facts = (items: readonly [string, string][]) =>
  `<dl>${items.map(([name, value]) => `<div><dt>${name}</dt><dd>${xmlText(value)}</dd></div>`).join("")}</dl>`;

function setup({ experiment }: ResultsSnapshot): string {
  const { hypothesis, groups, startTime, duration, defaultConfidenceInterval, bonferroniCorrection } =
    experiment;
  const size = (value: number) => `${formatNumber(value)}${percentSign}`;
  return `<h2>Setup</h2>${facts([
    ["Hypothesis", hypothesis ?? "none"],
    ["Groups", groups.map((group) => `${group.name} ${size(group.size)}`).join(", ")],
    ["Allocation", `${size(experiment.allocation ?? 100)} of those who are eligible`],
    ["Start", startTime ? formatDate(startTime) : "not started"],
    ["Planned", duration ? plural(duration, "day") : "no end"],
    [
      "Confidence level",
      `${defaultConfidenceInterval ?? "95"}${percentSign}${bonferroniCorrection ? ", shared among the test groups (Bonferroni)" : ""}`,
    ],
  ])}`;
}

function health(checks: readonly HealthCheck[]): string {
  if (checks.length === 0) return "";
  const rows = inOrder(checks).map(
    (check) =>
      `<tr><th scope="row">${xmlText(checkText(check))}</th><td>${stateWords[stateOf(check)]}</td><td>${xmlText(unbroken(check.description))}</td></tr>`,
  );
  return `<h2>Health</h2>${scrolling("Health checks", `<table><thead><tr><th scope="col">Check</th><th scope="col">State</th><th scope="col">What was found</th></tr></thead><tbody>${rows.join("")}</tbody></table>`)}`;
}

function verdictHtml({ verdict }: ResultsSnapshot): string {
  const said =
    verdict.kind === "refused"
      ? `${verdict.evidence === undefined ? "" : paragraph(xmlText(unbroken(verdict.evidence)))}${paragraph(sentence(verdict.message))}`
      : `<ul>${verdict.sentences.map(({ result, parts }) => `<li>${result ? `<span class="${result}">${result === "inconclusive" ? "–" : `${result}:`}</span> ` : ""}${sentence(parts)}</li>`).join("")}</ul>`;
  const progress = verdict.progress ? paragraph(sentence(verdict.progress.parts)) : "";
  return `<p class="${isUnsound(verdict) ? "lead unsound" : "lead"}">${sentence(verdict.headline)}</p>${said}${progress}`;
}

function tables(snapshot: ResultsSnapshot): string {
  return sectionsOf(snapshot)
    .map(({ title, strictness, rows }) => {
      const body = rows.map((row) => {
        const [first = "", ...cells] = tableCells(row, snapshot).map(xmlText);
        return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
      });
      const note = markNote(rows, snapshot);
      const unusable = isUnsound(snapshot.verdict) ? paragraph("Not to be used: a health check failed.") : "";
      return `<h2>${xmlText(title)}</h2>${unusable}<p>${xmlText(strictness)}</p>${scrolling(title, `<table class="numbers"><thead><tr>${tableHead.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`)}${note === "" ? "" : paragraph(xmlText(note))}`;
    })
    .join("");
}

/** Limit on the robustness strips in the report: primary results and those that depend on the analysis. The page shows all. */
const mostStrips = 40;

function strips({ experiment, summary, verdict }: ResultsSnapshot): string {
  if (verdict.kind === "refused") return "";
  const rows = comparisonRows(experiment, summary);
  const analysis = analysisOf(experiment, rows[0]?.control ?? "");
  const family = familyOf(rows, analysis);
  const found = rowsWithEffect(rows)
    .map((row) => robustnessOf(row, family, analysis))
    .filter(({ row, holds }) => row.isPrimary || !holds);
  const items = found.slice(0, mostStrips).map(({ row, holds, items, sentence }) => {
    const name = xmlText(`${row.metric.metricName}, ${row.group}`);
    const text = holds ? `${items[0]?.word ?? "clear"} whichever way it is analysed.` : sentence;
    return `<li><b>${name}</b>: ${xmlText(text)}</li>`;
  });
  return items.length ? `<h2>Does it hold?</h2><ul>${items.join("")}</ul>` : "";
}

export async function reportHtml(snapshot: ResultsSnapshot, style: ExportStyle): Promise<string> {
  const { experiment, summary } = snapshot;
  const name = xmlText(experiment.name);
  const link = xmlText(reportLink(snapshot.link, reportOf(experiment, summary)));
  const about = [experimentState(experiment.status), daysText(snapshot), dataText(snapshot)];
  const decision = decisionLines(snapshot);
  const plot = svgOf(await plotDrawing(snapshot, { ...style, fontFace: "" }));
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>report: ${name}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">`,
    `<style>${style.fontFace}${reportStyle(style.colours)}</style></head><body><main>`,
    `<h1>${name}</h1><p>${xmlText(about.filter((text) => text !== "").join(" · "))}</p>`,
    `<p><a href="${link}">See what has changed since</a></p>`,
    decision.length ? `<h2>Decision</h2>${decision.map(sentence).map(paragraph).join("")}` : "",
    `<h2>What the data say</h2>${verdictHtml(snapshot)}`,
    health(experiment.healthChecks ?? []),
    `<h2>Every metric</h2>${scrolling("Plot", plot)}`,
    readText(snapshot) === "" ? "" : paragraph(xmlText(readText(snapshot))),
    tables(snapshot),
    strips(snapshot),
    setup(snapshot),
    "</main></body></html>",
  ].join("\n");
}
