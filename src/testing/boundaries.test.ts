// The folder structure: which side, row, feature and folder may import which, and that the README lists the existing folders.
import { posix } from "node:path";
import { expect, test } from "vitest";
import { code, files, importsIn, isTest, text, type Import } from "./repository-files.ts";

const sides: Readonly<Record<string, readonly string[]>> = {
  contract: ["contract"],
  statistics: ["statistics"],
  targeting: ["targeting", "contract"],
  service: ["service", "contract", "statistics", "targeting"],
  console: ["console", "contract", "statistics", "targeting"],
};
const subjects = [
  "gates",
  "dynamic-configs",
  "experiments",
  "layers",
  "segments",
  "holdouts",
  "project",
  "metrics",
  "events",
  "checks",
  "imports",
  "ingest",
  "changes",
  "keys",
  "search",
  "serving",
  "sources",
  "warehouse-connections",
  "demo",
];
/** From top to bottom: a row may import from itself and from the rows below it. */
const rows: Readonly<Record<string, readonly (readonly string[])[]>> = {
  console: [["app"], ["features"], ["editing"], ["rules"], ["foundation"]],
  service: [["cli"], subjects, ["entity-writes", "analysis"], ["http"], ["warehouse"], ["database"]],
};

/** The side, and the folders below it, of a file in src. */
const place = (file: string) => posix.dirname(file).split("/").slice(1);

function problemOf({ from, path, to }: Import): string | undefined {
  if (path.startsWith("..")) return "imports upwards by ../";
  const [[side = "", row = "", feature], [toSide = "", toRow = "", toFeature]] = [place(from), place(to)];
  if (sides[side] && !sides[side].includes(toSide)) return "crosses to a side that it may not see";
  if (side !== toSide) return undefined;
  const [at, toAt] = [row, toRow].map((name) => rows[side]?.findIndex((names) => names.includes(name)) ?? -1);
  if (at === undefined || toAt === undefined || at < 0 || toAt < 0) return undefined;
  if (toAt < at) return "imports from a row above its own";
  if (at !== toAt) return undefined;
  const isOther = row === "features" ? feature !== toFeature : subjects.includes(row) && row !== toRow;
  return isOther ? "a feature imports a feature" : undefined;
}

/** Finds groups of folders that import each other directly or indirectly; each cycle once, as its folders. */
function circlesIn(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, toFolder] = [posix.dirname(from), posix.dirname(to)];
    if (folder !== toFolder) targets.set(folder, (targets.get(folder) ?? new Set()).add(toFolder));
  }
  const dependenciesOf = (start: string) => {
    const dependencies = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop())
      for (const next of targets.get(folder) ?? [])
        if (!dependencies.has(next)) {
          dependencies.add(next);
          open.push(next);
        }
    return dependencies;
  };
  const dependencies = new Map([...targets.keys()].map((folder) => [folder, dependenciesOf(folder)]));
  const circles = [...dependencies]
    .filter(([folder, others]) => others.has(folder))
    .map(([folder, others]) => [...others].filter((other) => dependencies.get(other)?.has(folder)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

const problemsIn = (imports: readonly Import[]) => [
  ...imports.flatMap((each) => {
    const problem = problemOf(each);
    return problem ? [`${each.from} → ${each.path}: ${problem}`] : [];
  }),
  ...circlesIn(imports).map((circle) => `circle of folders: ${circle.join(", ")}`),
];

const imports = code.filter((file) => !isTest(file)).flatMap((file) => importsIn(file, text(file)));

test("every import goes to a side, row, feature and folder that it may see", () => {
  expect(problemsIn(imports)).toEqual([]);
});

test("tests import by ./ and #side/ too", () => {
  const upwards = code
    .flatMap((file) => importsIn(file, text(file)))
    .filter(({ path }) => path.startsWith(".."));
  expect(upwards).toEqual([]);
});

test.each([
  ["console/features/events/event-rows.tsx", "#service/app.ts", "crosses to a side that it may not see"],
  ["statistics/moments.ts", "#contract/metric.ts", "crosses to a side that it may not see"],
  ["targeting/lint/finding.ts", "../evaluate/values.ts", "imports upwards by ../"],
  ["console/foundation/ui/button.tsx", "#console/rules/lint/lint.ts", "imports from a row above its own"],
  ["console/editing/review/checks.tsx", "#console/app/routes.tsx", "imports from a row above its own"],
  ["service/database/entities.ts", "#service/http/errors.ts", "imports from a row above its own"],
  [
    "console/features/gates/draft/gate-draft.ts",
    "#console/features/events/x.ts",
    "a feature imports a feature",
  ],
  ["service/gates/list-gates.ts", "#service/events/event-handlers.ts", "a feature imports a feature"],
])("%s may not import %s", (from, path, problem) => {
  const planted = importsIn(`src/${from}`, `import { x } from "${path}";`);
  expect(problemsIn([...imports, ...planted])).toContain(`src/${from} → ${path}: ${problem}`);
});

test("a circle of folders is found, also over a third folder", () => {
  const planted = [
    ["src/targeting/evaluate/values.ts", "#targeting/lint/finding.ts"],
    ["src/contract/gate.ts", "#contract/a/x.ts"],
    ["src/contract/a/x.ts", "#contract/b/x.ts"],
    ["src/contract/b/x.ts", "#contract/gate.ts"],
  ].flatMap(([from = "", path]) => importsIn(from, `import "${path}";`));
  const problems = problemsIn([...imports, ...planted]).join("\n");
  expect(problems).toContain("circle of folders: src/contract, src/contract/a, src/contract/b");
  expect(problems).toMatch(/circle of folders: .*src\/targeting\/evaluate,.* src\/targeting\/lint/);
});

test("the console has only its rows, the service only its subjects and layers", () => {
  const below = (side: string) =>
    new Set(files.flatMap((file) => new RegExp(`^src/${side}/([^/]+)/`).exec(file)?.[1] ?? []));
  expect(below("console")).toEqual(new Set(rows["console"]?.flat()));
  expect(below("service")).toEqual(new Set(rows["service"]?.flat()));
});

/** Parses the folders of a drawn tree: `├─ name/  inner/ (innermost/) …`, siblings on one line separated by commas. */
function foldersInTree(tree: string): string[] {
  const found: string[] = [];
  const open: { indent: number; path: string }[] = [];
  for (const line of tree.split("\n")) {
    const indent = line.search(/[a-z]/);
    while (open.length && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const parents = [open.at(-1)?.path ?? ""];
    let last = "";
    for (const [word] of line.matchAll(/[\w-]+\/(?=[\s,)]|$)|[(),]/g)) {
      if (word === ",") parents.splice(0, Infinity, open.at(-2)?.path ?? "");
      else if (word === "(") parents.push(last);
      else if (word === ")") parents.pop();
      else {
        last = (parents.at(-1) ?? "") + word;
        found.push(last);
        // The first folder of a line contains the rest of the line, and the more deeply indented lines below.
        if (line.indexOf(word) === indent) {
          open.push({ indent, path: last });
          parents[0] = last;
        }
      }
    }
  }
  return found;
}

test("the README's tree shows every folder of src and no other", () => {
  const tree = /```\n(e2e\/[\s\S]*?)```/.exec(text("README.md"))?.[1] ?? "";
  const shown = foldersInTree(tree).filter((folder) => folder.startsWith("src/"));
  const folders = files
    .filter((file) => file.startsWith("src/"))
    .flatMap((file) => {
      const parts = posix.dirname(file).split("/");
      return parts.map((_part, at) => `${parts.slice(0, at + 1).join("/")}/`);
    });
  expect([...new Set(shown)].sort()).toEqual([...new Set(folders)].sort());
});
