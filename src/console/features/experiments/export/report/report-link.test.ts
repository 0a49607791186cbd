import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Sample,
  sampleMetric,
  sampleSnapshot,
} from "#console/features/experiments/export/formats/sample-snapshot.test-support.ts";
import { changesSince } from "./changes-since.ts";
import { reportLink, reportOf, readReport, writeReport } from "./report-link.ts";

const report = (sample: Sample = {}) => {
  const { experiment, summary } = sampleSnapshot(sample);
  return reportOf(experiment, summary);
};
const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** Returns the page's current words for an older report. */
function since(before: Sample, now: Sample) {
  const { experiment, summary } = sampleSnapshot(now);
  const { title, lines, rows, hasOtherConclusions } = changesSince(report(before), experiment, summary);
  return {
    title: plain(title),
    lines: lines.map(plain),
    rows: rows.map(({ text }) => plain(text)),
    hasOtherConclusions,
  };
}

const orders = (change: number, more = {}) => ({ New: [sampleMetric("Orders", change, more)] });

describe("a report's link", () => {
  test("comes back whole, whatever the names are", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        const written = report({ groups: { [name]: [sampleMetric(name, 8)] } });
        expect(readReport(writeReport(written))).toEqual(written);
      }),
    ));

  test("keeps the view and stays short for hundreds of metrics, the decided and primary ones first", () => {
    const quiet = Array.from({ length: 300 }, (_, index) => sampleMetric(`Quiet ${index}`, 0));
    const many = report({ groups: { New: [...quiet, sampleMetric("Loud", 9)] } });
    expect(many).toMatchObject({ comparisons: 301, fingerprint: "0123abcd" });
    expect(many.figures).toHaveLength(40);
    expect(many.figures[0]).toMatchObject({ name: "Loud", result: "better" });
    const link = new URL(reportLink("https://console.test/x?level=99#old", many));
    expect(link.searchParams.get("level")).toBe("99");
    expect(link.hash).toBe("");
    expect(link.href.length).toBeLessThan(8000);
  });

  test.each(["", "p1.", "p1.@@", "p2.e30", "p1.e30", "12345", "p1.bnVsbA"])("%j is no packet", (text) =>
    expect(readReport(text)).toBeUndefined(),
  );
});

describe("opened later, the page says", () => {
  test.each<[string, Sample, Sample, ReturnType<typeof since>]>([
    [
      "that nothing has changed",
      { groups: orders(8) },
      { groups: orders(8) },
      {
        title: "Nothing has changed since the report of Nov 20, 2026.",
        lines: [],
        rows: [],
        hasOtherConclusions: false,
      },
    ],
    [
      "that newer data show the same",
      { groups: orders(8) },
      { groups: orders(8), fingerprint: "new" },
      {
        title: "The data are newer than the report of Nov 20, 2026; its figures are still the same.",
        lines: ["The report shows data 0123abcd, this page new."],
        rows: [],
        hasOtherConclusions: false,
      },
    ],
    [
      "which conclusion has changed",
      { groups: orders(8) },
      { groups: orders(2), fingerprint: "new" },
      {
        title: "Since the report of Nov 20, 2026, 1 conclusion has changed.",
        lines: ["The report shows data 0123abcd, this page new."],
        rows: ["Orders with New was better (+8.00 %) and is inconclusive (+2.00 %) now."],
        hasOtherConclusions: true,
      },
    ],
    [
      "which figures have moved without one",
      { groups: orders(8) },
      { groups: orders(9), fingerprint: "new" },
      {
        title: "Since the report of Nov 20, 2026, no conclusion has changed.",
        lines: ["The report shows data 0123abcd, this page new."],
        rows: ["Orders with New went from +8.00 % to +9.00 %; it is still better."],
        hasOtherConclusions: false,
      },
    ],
    [
      "that a metric counts the other way round now",
      { groups: orders(8) },
      { groups: orders(8, { directionality: "decrease" }), fingerprint: "new" },
      {
        title: "Since the report of Nov 20, 2026, 1 conclusion has changed.",
        lines: ["The report shows data 0123abcd, this page new."],
        rows: ["Orders with New was better (+8.00 %) and is worse (+8.00 %) now."],
        hasOtherConclusions: true,
      },
    ],
    [
      "that a health check has failed, before anything else",
      { groups: orders(8) },
      { groups: orders(8), experiment: { healthCheckStatus: "FAILED" } },
      {
        title: "Since the report of Nov 20, 2026, a health check has failed: do not use these results.",
        lines: [],
        rows: [],
        hasOtherConclusions: true,
      },
    ],
    [
      "that no health check fails any longer",
      { groups: orders(8), experiment: { healthCheckStatus: "FAILED" } },
      { groups: orders(8) },
      {
        title: "Since the report of Nov 20, 2026, no conclusion has changed.",
        lines: ["A health check had failed in the report; none fails now."],
        rows: [],
        hasOtherConclusions: false,
      },
    ],
    [
      "what is new, what is gone and what was set up otherwise",
      { groups: orders(8) },
      {
        groups: { New: [sampleMetric("Revenue", -8)] },
        fingerprint: "new",
        experiment: { status: "decision_made", defaultConfidenceInterval: "99" },
      },
      {
        title: "Since the report of Nov 20, 2026, no conclusion has changed.",
        lines: [
          "The report shows data 0123abcd, this page new.",
          "The status was Running and is Decided now.",
          "The confidence level was 95 % and is 99 % now.",
        ],
        rows: ["Orders with New has no numbers now.", "Revenue with New is new: worse (−8.00 %)."],
        hasOtherConclusions: false,
      },
    ],
  ])("%s", (_case, before, now, said) => expect(since(before, now)).toEqual(said));

  test("how many comparisons its link left out", () => {
    const many = { New: Array.from({ length: 50 }, (_, index) => sampleMetric(`M${index}`, 0)) };
    expect(since({ groups: many }, { groups: many, fingerprint: "new" })).toMatchObject({
      lines: expect.arrayContaining(["Its link names 40 of 50 comparisons; the others were not compared."]),
      rows: [],
    });
  });
});
