import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { svgOf, svgOfBand } from "#console/foundation/charts/drawing.ts";
import { densityOf } from "#console/foundation/export/png.ts";
import { reportHtml } from "#console/features/experiments/export/report/report-html.ts";
import { csvOf } from "./csv.ts";
import { csvCell, markdownText, xmlText } from "#console/foundation/export/escapes.ts";
import { markdownOf } from "./markdown.ts";
import { plotDrawing } from "./plot-picture.tsx";
import { type ResultsSnapshot, sentenceText } from "./results-snapshot.ts";
import { sampleStyle, sampleMetric, sampleSnapshot } from "./sample-snapshot.test-support.ts";
import { fileName } from "#console/foundation/export/save-file.ts";

const plotSvg = async (snapshot: ResultsSnapshot) => {
  const drawing = await plotDrawing(snapshot, sampleStyle);
  return { ...drawing, svg: svgOf(drawing) };
};
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const hostile = `=cmd|' /C calc'!A1 </text><script>alert("1")</script> & \`x\` *b* [l](javascript:1)`;
const hostileSnapshot = () =>
  sampleSnapshot({
    experiment: { name: hostile, hypothesis: hostile },
    groups: { [hostile]: [sampleMetric(hostile, 8)], Short: [sampleMetric(hostile, 0)] },
  });

/** Parses the document and fails unless it is well-formed. */
function parsed(text: string, type: "image/svg+xml" | "text/html") {
  const document = new DOMParser().parseFromString(text, type);
  expect(document.querySelector("parsererror")).toBeNull();
  return document;
}

const failedBalance = {
  name: "Exposures are balanced",
  status: "FAILED",
  description: "Groups are not as large as planned.",
};

describe("as sentences", () => {
  test("the verdict is said with its data and a way back", () =>
    expect(plain(sentenceText(sampleSnapshot()))).toBe(
      "Checkout: A & <b>| is better than Old on Orders, but worse on Returns. " +
        "With A & <b>|, Orders rose by 8.00 % (+2.72 to +13.3 %), from 10.0 to 10.8. " +
        "With A & <b>|, Returns rose by 9.00 % (+3.70 to +14.3 %), from 10.0 to 10.9; lower is better. " +
        "Short is inconclusive on both primary metrics; the least certain is Returns, where the data rule out a rise of more than 7.12 %. " +
        "Read once, at its end, a test with this much data can detect changes of about 3.96 % (the MDE) or more in Returns with Short. " +
        "10 days to go. Until Dec 1, 2026 decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look. " +
        "(judged at 95 % confidence · outliers capped at 99.9 % · sequential intervals; data 0123abcd, computed Nov 20, 2026; https://console.test/demo/experiments/checkout?level=99)",
    ));

  test("a check with a warning is not left out", () => {
    const check = {
      name: "Crossover units detected",
      status: "WARNING",
      description: "5 units (0.3 %) left.",
    };
    expect(plain(sentenceText(sampleSnapshot({ experiment: { healthChecks: [check] } })))).toContain(
      "Crossover too small to matter (limit 1 %) 0.3 %. (judged at",
    );
  });

  test("a refusal is said with its evidence", () =>
    expect(plain(sentenceText(sampleSnapshot({ experiment: { healthChecks: [failedBalance] } })))).toContain(
      "Checkout: Do not use these results: sample ratio mismatch (SRM). Groups are not as large as planned. Something puts units",
    ));
});

describe("as CSV", () => {
  /** Lines of cells; the sample has no line breaks within cells. */
  const table = (text: string) =>
    text
      .slice(1)
      .trimEnd()
      .split("\r\n")
      .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell));

  test("results that are not to be used say so in every row", () => {
    const [head = [], ...rows] = table(
      csvOf(sampleSnapshot({ experiment: { healthChecks: [failedBalance] } })),
    );
    const said = new Set(rows.map((cells) => cells[head.indexOf("refusal")]));
    expect(said).toEqual(new Set(["Do not use these results: sample ratio mismatch (SRM)."]));
    expect(new Set(rows.map((cells) => cells[head.indexOf("result")]))).toEqual(new Set([""]));
  });

  test("what was changed under the experiment stands in every row, with who and when", () => {
    const changes = [
      {
        kind: "gate" as const,
        id: "eligible",
        name: "Eligible",
        version: 3,
        time: Date.UTC(2026, 10, 15, 12),
        author: "Signe Dahl",
        what: ["rules changed"],
      },
    ];
    const check = { name: "Changed while running", status: "WARNING", description: "Changed.", changes };
    const snapshot = sampleSnapshot({ experiment: { healthChecks: [check] } });
    const [head = [], ...rows] = table(csvOf(snapshot));
    expect(new Set(rows.map((cells) => cells[head.indexOf("warnings")]))).toEqual(
      new Set([
        `"The audience was changed while it ran: Eligible on Nov 15, 2026 by Signe Dahl (rules changed)."`,
      ]),
    );
    const sentences = plain(sentenceText(snapshot));
    expect(sentences).toContain("they mix what was before the change with what came after");
    expect(sentences).not.toContain("valid however often");
  });

  test("a row a comparison and one a slice, unrounded, with the data they come from", () => {
    const [head = [], ...rows] = table(csvOf(sampleSnapshot()));
    const column = (name: string) => rows.map((cells) => cells[head.indexOf(name)]);
    expect(csvOf(sampleSnapshot()).startsWith("\uFEFFsection,metric,")).toBe(true);
    expect(column("metric")).toEqual(["Orders", "Orders", "Orders", "Returns", "Returns"]);
    expect(column("test")).toEqual(["Short", "Short", "A & <b>|", "Short", "A & <b>|"]);
    expect(column("slice")).toEqual(["", "'=SE", "", "", ""]);
    expect(column("good_direction")).toEqual(["increase", "increase", "increase", "decrease", "decrease"]);
    expect(column("result")).toEqual(["inconclusive", "", "better", "inconclusive", "worse"]);
    expect(Number(column("absolute_change")[2])).toBeCloseTo(0.8, 12);
    expect(Number(column("percent_low")[2])).toBeCloseTo(5.115, 3);
    expect(Number(column("sequential_percent_low")[2])).toBeCloseTo(2.72, 2);
    expect(new Set(column("data"))).toEqual(new Set(["0123abcd"]));
  });

  test("slices have their difference from the rest, at a level whose sum is the number to expect by chance", () => {
    const total = sampleMetric("Orders", 1);
    const slice = (dimensionValue: string, change: number) => ({
      ...sampleMetric("Orders", change),
      dimensionKey: "country",
      dimensionType: "user",
      dimensionValue,
    });
    const dimensionBreakdown = [slice("SE", 9), slice("DE", 0), slice("FI", 0.1)];
    const [head = [], ...rows] = table(
      csvOf(sampleSnapshot({ groups: { Short: [{ ...total, dimensionBreakdown }] } })),
    );
    const column = (name: string) => rows.map((cells) => cells[head.indexOf(name)] ?? "");
    expect(column("slice")).toEqual(["", "SE", "DE", "FI"]);
    expect(column("differs_from_rest")).toEqual(["", "yes", "yes", "yes"]);
    expect(Number(column("percent_difference_from_rest")[1])).toBeCloseTo(8.95, 8);
    expect(Number(column("difference_from_rest_low")[1])).toBeGreaterThan(0);
    const levels = column("difference_significance_level").map(Number);
    expect(levels.reduce((sum, level) => sum + level, 0)).toBeCloseTo(0.05, 12);
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+49 30", "'+49 30"],
    ["-5 days", "'-5 days"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["  =1", "'  =1"],
    ["\t=1", "'\t=1"],
    ["\uFF1D1", "'\uFF1D1"],
    ["|x", "'|x"],
    ['=A,"b"', `"'=A,""b"""`],
    ["a\nb", '"a\nb"'],
    ["5 % off", "5 % off"],
    [-1.5, "-1.5"],
    [undefined, ""],
  ])("%j becomes %j, so that no spreadsheet runs it", (value, cell) => expect(csvCell(value)).toBe(cell));
});

describe("as Markdown", () => {
  test("health, verdict and a table a section", () => {
    const checks = [{ name: "Crossover", status: "WARNING", description: "5 units." }];
    expect(plain(markdownOf(sampleSnapshot({ experiment: { healthChecks: checks } })))).toBe(
      String.raw`# Checkout

Day 18 of 28 · judged at 95 % confidence · outliers capped at 99.9 % · sequential intervals · data 0123abcd, computed Nov 20, 2026 · <https://console.test/demo/experiments/checkout?level=99>

- **Crossover too small to matter (limit 1 %)**: 5 units.

**A &amp; \<b\>\| is better than Old on Orders, but worse on Returns.**

- ▲ With **A &amp; \<b\>\|**, **Orders** rose by 8.00 % (+2.72 to +13.3 %), from 10.0 to 10.8.
- ▼ With **A &amp; \<b\>\|**, **Returns** rose by 9.00 % (+3.70 to +14.3 %), from 10.0 to 10.9; lower is better.
- – **Short** is inconclusive on both primary metrics; the least certain is **Returns**, where the data rule out a rise of more than 7.12 %.
- Read once, at its end, a test with this much data can detect changes of about 3.96 % (the MDE) or more in **Returns** with **Short**.

**10 days to go.** Until Dec 1, 2026 decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look.

## Primary metrics

95 % confidence · outliers capped at 99.9 % · sequential intervals

| Metric | Test group | Control | Test | Change | Result | Confidence interval | p | Units, control / test | Minimum detectable effect |
| --- | --- | --: | --: | --: | --- | --: | --: | --: | --: |
| Orders | Short | 10.0 | 10.1 | +1.00 % | inconclusive | −4.09 to +6.09 % | 0.480 | 10,000 / 10,000 | 3.96 % |
| Orders | A &amp; \<b\>\| | 10.0 | 10.8 | +8.00 % | better | +2.72 to +13.3 % | \< 0.001 | 10,000 / 10,000 | 3.96 % |
| Returns (lower is better) | Short | 10.0 | 10.2 | +2.00 % | inconclusive | −3.12 to +7.12 % | 0.157 | 10,000 / 10,000 | 3.96 % |
| Returns (lower is better) | A &amp; \<b\>\| | 10.0 | 10.9 | +9.00 % | worse | +3.70 to +14.3 % | \< 0.001 | 10,000 / 10,000 | 3.96 % |
`,
    );
  });

  test("a name stays text, on one line", () =>
    expect(markdownText("a\n# b | *c* [d](e) <f> `g`")).toBe(
      String.raw`a \# b \| \*c\* \[d\](e) \<f\> \`g\``,
    ));
});

test("a result that the interval beside it seems to contradict is marked, and the mark explained", async () => {
  const metric = sampleMetric("Orders", 8, { percentSequentialTestingConfidenceIntervalDelta: 9 });
  const snapshot = sampleSnapshot({ groups: { New: [metric] } });
  const note =
    "on the analysis: in percent and in absolute numbers the intervals say different things; percent also carries the noise of the control mean";
  expect(markdownOf(snapshot)).toContain(String.raw`| depends\* | −1.00 to +17.0`);
  expect(markdownOf(snapshot)).toContain(String.raw`\* ${note}`);
  const said = [...parsed((await plotSvg(snapshot)).svg, "image/svg+xml").querySelectorAll("text")];
  expect(said.map((text) => text.textContent)).toEqual(expect.arrayContaining(["depends*", `* ${note}`]));
  expect((await plotSvg({ ...snapshot, scale: "absolute" })).svg).toContain("depends*");
});

describe("as SVG", () => {
  test("a drawing that is whole without the page: font and colours inside, no address to fetch", async () => {
    const { svg, width, height } = await plotSvg(sampleSnapshot());
    const drawing = parsed(svg, "image/svg+xml");
    expect(svg).toContain("@font-face");
    expect(svg.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|var\(|oklch|class="(?!n")|currentColor|<image|<use/i,
    );
    expect([width, height]).toEqual([1120, 92 + 40 + 4 * 26 + 44]);
    expect(drawing.querySelector("title")?.textContent).toBe("Checkout");
    const said = [...drawing.querySelectorAll("text")].map((text) => plain(text.textContent));
    expect(said).toEqual(
      expect.arrayContaining([
        "+8.0 %",
        "better",
        "+2.7 to +13.3 %",
        "Returnslower is better",
        "worse",
        "A & <b>|",
        "data 0123abcd, computed Nov 20, 2026",
      ]),
    );
  });

  test("gives each metric a scale of its own where changes are absolute", async () => {
    const share = sampleMetric("Share", 0.2, { metricID: "Share::event_dau" });
    const snapshot = sampleSnapshot({ groups: { New: [sampleMetric("Orders", 8), share] } });
    const { svg, height } = await plotSvg({ ...snapshot, scale: "absolute" });
    const said = [...parsed(svg, "image/svg+xml").querySelectorAll("text")].map((text) =>
      plain(text.textContent),
    );
    expect(said).toEqual(expect.arrayContaining(["+0.80", "+1.5", "+2 pp", "+60 pp"]));
    expect(said.some((text) => text.includes("each metric on its own scale"))).toBe(true);
    expect(height).toBe(92 + 40 + 2 * (26 + 16) + 44);
  });

  test("draws each result in its own shape and colour", async () => {
    const { svg } = await plotSvg(sampleSnapshot());
    const drawing = parsed(svg, "image/svg+xml");
    expect(drawing.querySelectorAll('g[stroke="silver"][fill="white"] > circle')).toHaveLength(2);
    expect(drawing.querySelectorAll('g[fill="seagreen"] > path[fill="darkgreen"]')).toHaveLength(1);
    expect(drawing.querySelectorAll('g[fill="orangered"] > path[fill="firebrick"]')).toHaveLength(1);
  });

  test("results that are not to be used say so in the picture, and have no colour of a verdict", async () => {
    const { svg } = await plotSvg(sampleSnapshot({ experiment: { healthChecks: [failedBalance] } }));
    expect(svg).toContain("Do not use these results: sample ratio mismatch (SRM).");
    expect(svg).not.toMatch(/seagreen|orangered|darkgreen|firebrick/);
    expect(svg).toContain("better");
  });

  test("an interval beyond the scale ends in an arrow, and one that is missing in its reason", async () => {
    const wide = sampleMetric("Wide", 1, {
      percentConfidenceIntervalDelta: 900,
      percentSequentialTestingConfidenceIntervalDelta: 2000,
    });
    const nobody = {
      metricID: "None::event_count",
      metricName: "None",
      directionality: "increase",
      testUnits: 0,
      controlUnits: 0,
    };
    const { svg } = await plotSvg(
      sampleSnapshot({
        groups: { New: [sampleMetric("A", 1), sampleMetric("B", 1), sampleMetric("C", 1), wide, nobody] },
      }),
    );
    const arrows = [...parsed(svg, "image/svg+xml").querySelectorAll("path[stroke-linejoin]")];
    expect(arrows.map((arrow) => arrow.getAttribute("fill"))).toEqual(["white", "white"]);
    expect(svg).toContain("No exposed units yet.");
  });

  test("falls into bands that are drawn one at a time, none reaching into the next", async () => {
    const metrics = Array.from({ length: 90 }, (_, index) => sampleMetric(`Metric ${index}`, 1));
    const drawing = await plotDrawing(sampleSnapshot({ groups: { New: metrics } }), sampleStyle);
    const ends = drawing.bands.map(({ top, height }) => top + height);
    expect(drawing.bands.map(({ top }) => top)).toEqual([0, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(drawing.height);
    for (const band of drawing.bands) {
      const own = parsed(svgOfBand(drawing, band), "image/svg+xml");
      const heights = [...own.querySelectorAll("text")].map((text) => Number(text.getAttribute("y")));
      for (const y of heights) expect(y > 0 && y < band.height).toBe(true);
      expect(own.querySelectorAll("circle").length).toBeLessThanOrEqual(40);
    }
  });

  test("comes down in density as it grows, so that a canvas can hold it", () => {
    expect(densityOf({ width: 1120, height: 500 })).toBe(2);
    expect(densityOf({ width: 1120, height: 9000 })).toBe(1);
    expect(densityOf({ width: 1120, height: 32_000 })).toBe(0.5);
  });
});

describe("as a report", () => {
  test("names its data, leads back, and holds verdict, plot, numbers and set-up", async () => {
    const html = await reportHtml(sampleSnapshot({ experiment: { hypothesis: "Fewer steps" } }), sampleStyle);
    const page = parsed(html, "text/html");
    const words = plain(page.body.textContent);
    for (const text of [
      "data 0123abcd",
      "A & <b>| is better than Old on Orders, but worse on Returns.",
      "+2.72 to +13.3 %",
      "Returns (lower is better)",
      "Does it hold?",
      "Orders, Short: inconclusive whichever way it is analysed.",
      "Fewer steps",
    ])
      expect(words).toContain(text);
    const link = new URL(page.querySelector("a")?.href ?? "");
    expect(link.searchParams.get("level")).toBe("99");
    expect(link.searchParams.get("packet")).toMatch(/^p1\.[\w-]+$/);
    expect(page.querySelectorAll("script, link, img, iframe")).toHaveLength(0);
  });

  test("with failed health shows the refusal, and no strip that says that results hold", async () => {
    const html = await reportHtml(
      sampleSnapshot({ experiment: { healthChecks: [failedBalance] } }),
      sampleStyle,
    );
    expect(html).toContain("Do not use these results");
    expect(html).not.toContain("Does it hold?");
  });
});

describe("names that somebody typed to do harm", () => {
  test("stay text in every format", async () => {
    const svg = parsed((await plotSvg(hostileSnapshot())).svg, "image/svg+xml");
    const page = parsed(await reportHtml(hostileSnapshot(), sampleStyle), "text/html");
    expect(svg.querySelectorAll("script")).toHaveLength(0);
    expect(page.querySelectorAll("script")).toHaveLength(0);
    expect(page.querySelector("h1")?.textContent).toBe(hostile);
    expect(markdownOf(hostileSnapshot())).not.toMatch(/[^\\]<script|[^\\]`x/);
    expect(csvOf(hostileSnapshot())).not.toMatch(/(^|[,\n])"?[=+@]/);
  });

  test("leave every drawing well-formed, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 30 }), async (name) => {
        const snapshot = sampleSnapshot({
          experiment: { name },
          groups: { [name]: [sampleMetric(name, 3)] },
        });
        parsed((await plotSvg(snapshot)).svg, "image/svg+xml");
        expect(xmlText(name)).not.toMatch(/[<>"']|\p{Surrogate}/u);
      }),
      { numRuns: 10 },
    );
  });

  test("make a file name that every system takes", () => {
    expect(fileName("../../etc/pass wd", "csv", Date.UTC(2026, 10, 21))).toBe(
      "_.._etc_pass_wd-2026-11-21.csv",
    );
    expect(fileName("日本", "svg", 0)).toBe("日本-1970-01-01.svg");
    expect(fileName("..", "svg", 0)).toBe("experiment-1970-01-01.svg");
  });
});

test("300 metrics in two groups are ready in less than 200 ms in every format of text", () => {
  const metrics = Array.from({ length: 300 }, (_, index) =>
    sampleMetric(`Metric ${index}`, Math.sin(index) * 5),
  );
  const snapshot = sampleSnapshot({ groups: { A: metrics, B: metrics } });
  const formats = {
    sentences: () => sentenceText(snapshot),
    csv: () => csvOf(snapshot),
    markdown: () => markdownOf(snapshot),
  };
  for (const [name, write] of Object.entries(formats)) {
    // Takes the fastest of several runs, to exclude other load on the machine.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      expect(write().length).toBeGreaterThan(500);
      return performance.now() - start;
    });
    expect({ name, time: Math.min(...times) }).toEqual({
      name,
      time: expect.toSatisfy((ms: number) => ms < 200),
    });
  }
});

test("every text says what was decided, and where the results disagree", async () => {
  const snapshot = sampleSnapshot({
    experiment: {
      status: "decision_made",
      launchedGroupID: "A & <b>|",
      decisionReason: "Returns did not rise.",
      decidedBy: "Aino",
    },
  });
  const report = parsed(await reportHtml(snapshot, sampleStyle), "text/html").body.textContent;
  for (const text of [sentenceText(snapshot), report])
    for (const said of [
      "A & <b>| was shipped.",
      "Decided by Aino",
      "“Returns did not rise.”",
      "is worse (the reason names Returns)",
    ])
      expect(text).toContain(said);
  expect(markdownOf(snapshot)).toContain("**The results say:**");
  expect(sentenceText(sampleSnapshot())).not.toContain("Decided by");
});

test("every format says from when on the results are read", async () => {
  const whole = sampleSnapshot();
  const summary = { ...whole.summary, windowStart: (whole.experiment.startTime ?? 0) + 86_400_000 };
  const snapshot = { ...whole, summary };
  const report = parsed(await reportHtml(snapshot, sampleStyle), "text/html").body.textContent;
  for (const text of [sentenceText(snapshot), markdownOf(snapshot), report])
    expect(text).toMatch(/read from Nov 4, 2026, .* on, without those who were first exposed before/);
  expect(csvOf(snapshot)).toContain("2026-11-04T00:00:00.000Z");
  expect(csvOf(whole)).not.toContain("2026-11-04T00");
});
