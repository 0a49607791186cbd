// House rules that lint cannot check: names, unused code, the lock file. boundaries.test.ts checks the folders,
// documents.test.ts the documents.
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { code, files, text } from "./repository-files.ts";

test("nothing stands at the top that is not announced", () => {
  const top = new Set(files.map((file) => file.split("/")[0]).filter((name) => !name?.startsWith(".")));
  expect(top).toEqual(
    new Set(
      "LICENSE README.md e2e index.html package-lock.json package.json public src tsconfig.json vite.config.ts".split(
        " ",
      ),
    ),
  );
});

test("no drawer for anything", () => {
  expect(
    files.filter((file) => /\/(utils?|lib|common|helpers?|hooks|types|shared|misc)(\/|\.)/.test(file)),
  ).toEqual([]);
});

test("names are kebab-case", () => {
  expect(
    code.filter(
      (file) =>
        !/^[a-z0-9-]+(\.(test|test-support|bench|attack|engine|e2e|config|d))?\.tsx?$/.test(
          file.split("/").at(-1) ?? "",
        ),
    ),
  ).toEqual([]);
});

test("what reads and explains results draws nothing", () => {
  const pure = code.filter((file) =>
    /^src\/console\/features\/experiments\/results\/(model|explain)\//.test(file),
  );
  expect(pure.filter((file) => file.endsWith(".tsx") || /from "(react|@tanstack)/.test(text(file)))).toEqual(
    [],
  );
});

test("components name colours of the theme, never raw ones", () => {
  const raw = /#[0-9a-f]{6}\b|\boklch\(|\brgba?\(/i;
  const allowed = ["src/console/foundation/code-editor/editor-theme.ts"];
  expect(
    code.filter((file) => file.startsWith("src/console/") && !allowed.includes(file) && raw.test(text(file))),
  ).toEqual([]);
});

test("no loose ends", () => {
  const loose = /\bTODO\b|\bFIXME\b|\bas any\b|: any(\[\])?[;,)=|]|@ts-ignore|@ts-expect-error|\.only\(/;
  const own = "src/testing/house-rules.test.ts";
  expect(code.filter((file) => file !== own && loose.test(text(file)))).toEqual([]);
});

test("page tests wait as long as page-setup.ts lets them, never for a time of their own", () => {
  const ownTime = /\bvi\.wait|\btimeout: ?\d/;
  expect(
    code.filter((file) => /^src\/console\/.*\.test\.tsx?$/.test(file) && ownTime.test(text(file))),
  ).toEqual([]);
});

test("comments say what a thing is, and words are those of the field", () => {
  const riddle = /(?:\/\/|\/\*\*) (?:What|Whom|So many) /;
  const privateWord =
    /gravest|witness|rehears|half-width|take-?along|round in a circle|closes a circle|untold|reachOf|clash(?:es)?\b|into my draft|comes with your answers|needs? (?:a look|mending)|stored by half|\blive (?:gate|config)/i;
  const own = "src/testing/house-rules.test.ts";
  const found = code.filter(
    (file) => file !== own && (riddle.test(text(file)) || privateWord.test(text(file))),
  );
  expect(found).toEqual([]);
});

test("a state has one spelling on screen, which entity-state.ts gives", () => {
  const spelling = /["'`>](?:On|Off|In progress|Running|Decided|Stopped|Assignment stopped|Abandoned)["'`<]/;
  const switched = /["'`>][^"'`<]*\b[Ss]witched (?:on|off)\b/;
  const analysis = "src/console/features/experiments/setup/setup-tab.tsx";
  const given = "src/console/foundation/ui/entity-state.ts";
  const ofValues = "src/console/features/dynamic-configs/editor/matrix/matrix-columns.ts";
  const screen = code.filter(
    (file) => /^src\/(console|targeting|service)\//.test(file) && !/\.(test|test-support)\.tsx?$/.test(file),
  );
  expect(
    screen.filter((file) => ![analysis, given, ofValues].includes(file) && spelling.test(text(file))),
  ).toEqual([]);
  expect(screen.filter((file) => switched.test(text(file)))).toEqual([]);
});

test("whoever switches a lint rule off says why", () => {
  const silent = /oxlint-disable(?!.* -- )/;
  const own = "src/testing/house-rules.test.ts";
  expect(code.filter((file) => file !== own && silent.test(text(file)))).toEqual([]);
});

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) }),
  ),
});

test("the lock file has an entry for every optional dependency it names", () => {
  const { packages } = Lock.parse(JSON.parse(text("package-lock.json")));
  const known = Object.keys(packages);
  const missing = Object.entries(packages).flatMap(([name, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((dependency) => !known.some((path) => path.endsWith(`node_modules/${dependency}`)))
      .map((dependency) => `${name} → ${dependency}`),
  );
  expect(missing).toEqual([]);
});
