// Compares the documents with the code: what a README names must exist, and the code's choices, dependencies and sources must
// be in a README.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import {
  configState,
  experimentState,
  experimentStatus,
  gateStateText,
} from "#console/foundation/ui/entity-state.ts";
import { experimentStatuses } from "#contract/experiment.ts";
import { gateStatuses } from "#contract/gate.ts";
import { endpoints } from "#contract/endpoints.ts";
import { readCommand as readImport, usage as importUsage } from "#service/cli/import/command-line.ts";
import { readCommand as readKeys, usage as keysUsage } from "#service/cli/keys/command-line.ts";
import { readSettings, Settings } from "#service/settings.ts";
import { code, files, text } from "./repository-files.ts";

const readme = text("README.md");
const readmes = files.filter((file) => /(^|\/)README\.md$/.test(file));
const own = "src/testing/documents.test.ts";

/** A section of a README from its heading to the next one of the same level, with wrapped lines joined. */
const section = (file: string, heading: string) =>
  (text(file).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").replaceAll(/\n +/g, " ");

const sides = ["contract", "statistics", "targeting", "service", "console", "testing"];
const startLower = (choice: string) => choice.charAt(0).toLowerCase() + choice.slice(1);
const choicesIn = (file: string) =>
  [...text(file).matchAll(/Choice: ([^.\n*]+)/g)].map(([, choice = ""]) => startLower(choice.trim()));

test.each(sides)("the choices of %s stand in its README, and no others", (side) => {
  const made = code.filter((file) => file.startsWith(`src/${side}/`) && file !== own).flatMap(choicesIn);
  const listed = [...section(`src/${side}/README.md`, "Choices").matchAll(/^- ([^.]+)\. \S/gm)].map(
    ([, choice = ""]) => startLower(choice),
  );
  expect(listed.sort()).toEqual(made.sort());
});

test("no choice is made outside the sides", () => {
  const outside = [...code, "vite.config.ts", "index.html"].filter(
    (file) => !sides.some((side) => file.startsWith(`src/${side}/`)),
  );
  expect(outside.flatMap(choicesIn)).toEqual([]);
});

const Package = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const packageFile = Package.parse(JSON.parse(text("package.json")));

test("every package has its reason in src/README.md, and no other is listed", () => {
  const used = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies });
  const listed = [...section("src/README.md", "Packages, and why").matchAll(/^- `([^`]+)`: \S/gm)];
  expect(listed.map(([, name = ""]) => name).sort()).toEqual(
    used.filter((name) => !name.startsWith("@types/")).sort(),
  );
});

test("the table of settings has every setting with its default", () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \|([^|]*)\|/gm)];
  expect(rows.map(([, name = ""]) => name).sort()).toEqual(Object.keys(Settings.shape).sort());
  const none = readSettings({});
  for (const [, name = "", cell = ""] of rows) {
    const value = /`([^`]+)`/.exec(cell)?.[1];
    if (value === undefined)
      expect([name, Object.entries(none).find(([key]) => key === name)?.[1]]).toEqual([name, undefined]);
    else expect(readSettings({ [name]: value })).toEqual(none);
  }
});

test("the commands of the README are there and take what it gives them", () => {
  const scripts = [...readme.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name = ""]) => name);
  expect(scripts.filter((name) => name !== "ci" && !packageFile.scripts[name])).toEqual([]);
  const wordsAfter = (command: string) =>
    [...readme.matchAll(new RegExp(`^(?:.*\`)?npm run ${command} -- ([^\`\n]+)`, "gm"))].map(
      ([, words = ""]) => words.replaceAll(/[[\]]/g, "").trim().split(/ +/),
    );
  const imports = wordsAfter("import").filter(([word]) => word !== "--help");
  expect(imports.map((words) => readImport(words).kind)).toEqual(["project", "exposures", "events"]);
  const keys = [...readme.matchAll(/npm run keys -- ([^`]+)/g)].map(([, words = ""]) =>
    readKeys(words.replaceAll(/[[\]]/g, "").split(" ")),
  );
  expect(keys.map(({ kind }) => kind)).toEqual(["list", "create", "rotate", "revoke", "forget"]);
  const flags = [...section("README.md", "Run it").matchAll(/`(--[\w-]+)/g)].map(([, flag = ""]) => flag);
  expect(flags.filter((flag) => !`${importUsage}${keysUsage}`.includes(flag))).toEqual([]);
});

test("the addresses that the README names are answered", () => {
  const served = code
    .filter((file) => file.startsWith("src/service/"))
    .map(text)
    .join("\n");
  const addresses = [...readme.matchAll(/`GET (\/[\w.]+)`/g)].map(([, path = ""]) => path);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((path) => !served.includes(`"${path}"`))).toEqual([]);
});

test("the table of states has the words of the screen", () => {
  const switched = (status: string) => ({ status, isEnabled: !["Disabled", "Archived"].includes(status) });
  const rows = [
    ...section("src/README.md", "States").matchAll(/^\| (gate|config|experiment) \| ([^|]+) \|/gm),
  ];
  expect(rows.map(([, of, word = ""]) => `${of} ${word.trim()}`)).toEqual([
    ...gateStatuses.map((status) => `gate ${gateStateText(switched(status))}`),
    ...["", "Disabled", "Archived"].map((status) => `config ${configState(switched(status))}`),
    ...experimentStatuses.flatMap((status) => [
      // Active experiments may also be planned, with a start time in the future.
      ...(status === "active" ? [`experiment ${experimentStatus({ status, startTime: 1 }, 0).text}`] : []),
      `experiment ${experimentState(status)}`,
    ]),
  ]);
});

test("the table of endpoints in the contract's README is the table of the code", () => {
  const rows = [...text("src/contract/README.md").matchAll(/^\| ([A-Z]+) \| `([^`]+)` \| ([^|]+) \|/gm)];
  expect(rows.map(([, method, path, summary = ""]) => [method, path, summary.trim()].join(" "))).toEqual(
    Object.values(endpoints).map(({ method, path, summary }) => [method, path, summary].join(" ")),
  );
});

test("the README is short enough to be read", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(121);
});

test("every link and path in a README leads somewhere", () => {
  const lost = readmes.flatMap((file) => {
    const links = [...text(file).matchAll(/\]\(([^)#\s]+)\)/g)].map(([, to = ""]) =>
      posix.join(posix.dirname(file), to),
    );
    const paths = [...text(file).matchAll(/`((?:src|e2e|public)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    return [...links, ...paths].filter((path) => !existsSync(path)).map((path) => `${file} → ${path}`);
  });
  expect(lost).toEqual([]);
});

/** Section numbers that comments cite: "API 2.7, 4.4" and "statistics 5". */
const citedIn = (file: string, document: string) =>
  [...text(file).matchAll(new RegExp(`\\b${document} (\\d[\\d., ]*)`, "g"))]
    .flatMap(([, numbers = ""]) => numbers.match(/\d+(?:\.\d+)?/g) ?? [])
    .map((number) => `${document} ${number}`);

test.each([
  ["API", "src/contract/README.md"],
  ["statistics", "src/statistics/README.md"],
])("every section of %s that the code cites is in %s", (document, file) => {
  const headings = new Set(
    [...text(file).matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number),
  );
  const cited = [...code, ...readmes].filter((one) => one !== own).flatMap((one) => citedIn(one, document));
  expect(cited.length).toBeGreaterThan(10);
  expect([...new Set(cited)].filter((one) => !headings.has(one.split(" ")[1]))).toEqual([]);
});

test("no comment cites a document that is not in the repository", () => {
  const cited = code
    .filter((file) => file !== own)
    .flatMap((file) =>
      [...text(file).matchAll(/^\s*(?:\/\/|\/?\*).*?\b([\w/-]+\.md)\b/gm)].map(([, name = ""]) => name),
    );
  expect(cited.filter((name) => !files.some((file) => file.endsWith(name)))).toEqual([]);
});
