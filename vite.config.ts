import { availableParallelism } from "node:os";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { serviceInside } from "./src/service/vite-dev.ts";
import { nodeWorkers } from "./src/service/vite-worker.ts";

/** Commands that run on Node: one bundle each in dist/service, dependencies left in node_modules. */
const commands = {
  main: "src/service/main.ts",
  import: "src/service/cli/import/main.ts",
  keys: "src/service/cli/keys/main.ts",
};

/** Writes a .br and a .gz beside each built text file, so that the service never compresses while answering. */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|html|svg|json)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = `${dir}/${name}`;
        const content = await readFile(path);
        // Quality 11 costs seconds on the editor's megabytes and saves a few percent; files of the first page are small.
        const quality = content.length > 1_000_000 ? 7 : 11;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(content));
      }),
    );
  },
});

const oldTables = /var (ID_Start|ID_Continue) = \/\[.*\]\/;/g;

/** json5 carries Unicode tables for engines of old; every browser the console runs in knows these classes by name. */
const modernJson5 = (): Plugin => ({
  name: "modern-json5",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /json5\/dist\/index\.mjs$/ },
    handler: (code) => ({ code: code.replace(oldTables, "var $1 = /\\p{$1}/u;"), map: null }),
  },
});

const exported = /export (?:const|function) (\w+)/g;

/** Only the service prints JSON Schemas; the console's copy of zod leaves the printer out. */
const withoutSchemaPrinter = (): Plugin => ({
  name: "without-schema-printer",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) => ({
      code: [...code.matchAll(exported)]
        .map(([, name]) => `export const ${name} = () => undefined;`)
        .join("\n"),
      map: null,
    }),
  },
});

const formatMethods = /^ +\w+\(params\) \{\s+return this\.check\(core\._\w+\(Zod\w+, params\)\);\s+\},\n/gm;

/** The contract names no format (`z.string().email()` and the like), so the console's copy of zod leaves them out. */
const withoutTextFormats = (): Plugin => ({
  name: "without-text-formats",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({ code: code.replace(formatMethods, ""), map: null }),
  },
});

/** What every page needs before it shows anything comes in two files; the rest is split by page. */
const firstPage = [
  {
    name: "libraries",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod|lucide-react|@tanstack\/(?!.*(?:form|virtual|useQueries|queriesObserver|useBlocker))[\w-]+)\//,
  },
  {
    name: "kit",
    test: /src\/(contract\/(?!.*-update|change|json|storable)|targeting\/(lint\/type-reason|dependencies\/consequence)|console\/(foundation\/(api\/(?!draft-slot|persisted-draft)|table\/(?!rows-in-view)|forms\/search-field)|editing\/drafts\/draft-list|features\/gates\/(dependencies\/reach-search|list\/gate-words)|rules\/fields\/(condition-words|percent|use-name-of)\.ts|foundation\/ui\/(button|tooltip|mono|page-head|status|empty|skeleton|time|notice|lazy-part|missing-part|use-print-time)))/,
    minShareCount: 2,
  },
];

const test = (name: string, include: string[], environment = "node", exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    environment,
    setupFiles: environment === "jsdom" ? ["src/testing/page-setup.ts"] : [],
  },
});

/** Tests of the console that need no page. */
const pureOfConsole = ["src/console/foundation/code-editor/{json5,json-schema}/*.test.ts"];

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    serviceInside(),
    nodeWorkers(),
    modernJson5(),
    withoutSchemaPrinter(),
    withoutTextFormats(),
    compressed(),
  ],
  server: { port: Number(process.env["PORT"] ?? 4000), host: process.env["HOST"] ?? "127.0.0.1" },
  resolve: { alias: [{ find: /^json5$/, replacement: "json5/dist/index.mjs" }] },
  environments: {
    client: {
      build: {
        outDir: "dist/console",
        emptyOutDir: true,
        target: "es2023",
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: firstPage } } },
      },
    },
    service: {
      consumer: "server",
      build: {
        outDir: "dist/service",
        emptyOutDir: true,
        target: "node20",
        minify: false,
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: { input: commands, output: { entryFileNames: "[name].js" } },
      },
    },
  },
  builder: {},
  worker: { format: "es" },
  test: {
    // What passes is as fast as ever; a busy machine only gets to the end.
    testTimeout: 60_000,
    // On a busy machine a page may draw what it defers later than a test looks; the report names what needed its second go.
    retry: process.env["CI"] ? 1 : 0,
    // Left alone two cores are used by one worker, which takes half as long again.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    hookTimeout: 60_000,
    projects: [
      test("pure", ["src/{contract,statistics,targeting}/**/*.test.ts", ...pureOfConsole]),
      test("service", ["src/service/**/*.test.ts"]),
      test("page", ["src/console/**/*.test.{ts,tsx}"], "jsdom", pureOfConsole),
      test("house", ["src/testing/**/*.test.ts"]),
      test("bench", ["src/testing/**/*.bench.ts", "e2e/*.bench.ts"]),
    ],
  },
});
