import { availableParallelism } from "node:os";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { serviceInside } from "./src/service/vite-dev.ts";
import { pageFiles } from "./src/service/vite-page-files.ts";
import { nodeWorkers } from "./src/service/vite-worker.ts";

/** Commands that run on Node: one bundle each in dist/service, dependencies left in node_modules. */
const commands = {
  main: "src/service/main.ts",
  demo: "src/service/demo.ts",
  import: "src/service/cli/import/main.ts",
  keys: "src/service/cli/keys/main.ts",
  backup: "src/service/cli/backup/main.ts",
  restore: "src/service/cli/restore/main.ts",
  traffic: "src/service/cli/traffic/main.ts",
  "warehouse-check": "src/service/cli/warehouse-check/main.ts",
};

/** The first page is one file, which compresses better than two; the rest is split by page. */
const firstPage = { name: "first-page", tags: ["$initial" as const], priority: 2 };
/** Small parts that are always loaded together form one file, because on a slow network each file adds a delay. */
const together = [
  { name: "endpoints", test: /src.contract.endpoints\.ts$/ },
  { name: "updates", test: /src.contract.[a-z-]+-update\.ts$/ },
  {
    // Every page loads these. They are split before the table of endpoints, which repeats the row of the experiment list, so that
    // the list does not wait for the whole table.
    name: "experiment-words",
    test: /src.(contract.experiment-list-endpoint|console.(features.experiments.(list.(list-entry|next-step|experiment-list-input)|results.model.(experiment-|reading))|foundation.(charts.(list-interval|interval-domain)|ui.(result-mark|experiment-page-links))))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: "small",
    test: /lucide-react.dist.esm.icons|src.contract.json-pointer|react-query.build.modern.useMutation|src.console.(foundation.(code-editor.use-module-near-viewport|ui.(byte-format|copy|theme-colour|load-state|use-print-time|failure-notice|instant-format|kbd|metric-(change|sentence)|time|section-head|sentence|use-(near|event|focus-later|copy)|entity-links)|api.query-all|forms.(field|percent|segment|text-field)|table.expander|export.(escapes|exports-menu|save-file))|rules.(checks.(check-words|checks-outline)|evaluate-user.never-seen)|features.(events.(views.view-query|sentence.unreadable)|metrics.(freshness|metric-words|sql-text|values.day-words)|users.user-search|experiments.(plan.field-id|lifecycle.change-dialog|results.(verdict.sentence|model.guardrails|time-series.day-scale))))\.(ts|js)/,
    minShareCount: 2,
  },
  {
    name: "editing",
    test: /src.console.(foundation.(api.save|code-editor.(code-block|use-text-height)|forms.save-failure)|editing.(session.reason-field|diff-merge.(changes|gate-(changes|states)))|rules.(fields.(sentence|given-condition)|evaluate-user.use-user-with-derived-attributes)|features.gates.draft.gate-draft)\.ts/,
    minShareCount: 2,
  },
];

/** Plugin timings mean nothing here, because two builds run at once and slow each other down. */
const checks = { pluginTimings: false };
/**
 * The contract lets the browser load the schemas of writes later; the service loads them at once, so there the dynamic
 * import has no effect.
 */
const serviceChecks = { ...checks, ineffectiveDynamicImport: false };

const test = (name: string, include: string[], options: object = {}) => ({
  extends: true as const,
  test: { name, include, ...options },
});

/** Test files that run one after another in a process share their loaded modules, which saves a third of their time. */
const shared = { isolate: false };
/** On a PostgreSQL server these tests would only repeat the same checks. */
const embeddedOnly = [
  "src/service/{database/{embedded,examine,log-mark,serve-commands},cli/backup/back-up}.test.ts",
  "src/service/{command-line-client,engine-digest,http/worst-bodies,dynamic-configs/schema-runner,ingest/batch-filter}.test.ts",
  "src/service/warehouse/{athena,bigquery,databricks,redshift-data,snowflake}-client.test.ts",
  "src/service/warehouse-connections/doctor/{athena-steps,bigquery-steps,databricks-steps,snowflake-steps,recorded-messages}.test.ts",
];
const service = process.env["TEST_DATABASE_URL"]
  ? { ...shared, exclude: embeddedOnly, setupFiles: ["src/testing/own-database-setup.ts"] }
  : shared;
/** page-setup.ts waits for code that pages load when idle before a test file ends. */
const page = { environment: "jsdom", setupFiles: ["src/testing/page-setup.ts"] };
/** These tests change what modules read when they are loaded. */
const alone = [
  "src/console/rules/fields/time-zone-page.test.tsx",
  "src/console/features/dynamic-configs/editor/schema-impact/use-schema-impact-page.test.tsx",
  "src/console/features/events/warehouse-log-page.test.tsx",
];

/** React now includes the hook that these packages provide for older versions. */
const ownHook = {
  find: "use-sync-external-store/shim/with-selector",
  replacement: "use-sync-external-store/with-selector",
};

export default defineConfig({
  resolve: { alias: [ownHook] },
  plugins: [react(), tailwind(), serviceInside(), nodeWorkers(), pageFiles()],
  server: { port: Number(process.env["PORT"] ?? 4000), host: process.env["HOST"] ?? "127.0.0.1" },
  environments: {
    client: {
      build: {
        outDir: "dist/console",
        emptyOutDir: true,
        manifest: true,
        target: "es2023",
        modulePreload: { polyfill: false },
        // kB: the size of the editor, which is loaded when first needed. A journey checks the size of the first page.
        chunkSizeWarningLimit: 4000,
        rolldownOptions: {
          checks,
          // Reads only the icons in use, out of 2,000.
          experimental: { lazyBarrel: true },
          // The first page lists the files of all others. Names compress badly, and hexadecimal hashes to half their size, so
          // the files have no names; tests look them up in the manifest.
          output: {
            hashCharacters: "hex",
            chunkFileNames: ({ name }) =>
              name === firstPage.name ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
            codeSplitting: { groups: [firstPage, ...together] },
          },
        },
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
        rolldownOptions: { checks: serviceChecks, input: commands, output: { entryFileNames: "[name].js" } },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      await Promise.all(Object.values(builder.environments).map((one) => builder.build(one)));
    },
  },
  worker: { format: "es" },
  test: {
    // Generous, because it does not slow down a passing test, and lets a busy machine finish.
    testTimeout: 180_000,
    expect: { poll: { timeout: 50_000 } },
    // On a busy machine a page may draw deferred content after a test has looked for it; the report names the tests that needed
    // a retry.
    retry: process.env["CI"] ? 2 : 0,
    // By default one worker would run on two cores, which takes half as long again.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    hookTimeout: 60_000,
    projects: [
      test("pure", ["src/{contract,statistics,targeting,console}/**/*.test.ts"], shared),
      test("service", ["src/service/**/*.test.ts"], service),
      test("page", ["src/console/**/*.test.tsx"], { ...page, ...shared, exclude: alone }),
      test("page-alone", alone, page),
      test("house", ["src/testing/**/*.test.ts"]),
      test("attack", ["{src/testing,e2e}/*.attack.ts"]),
      test("warehouse", ["src/testing/warehouse/*.engine.ts"], {
        globalSetup: "src/testing/warehouse/fetch-engines-first.ts",
      }),
      test("bench", ["src/testing/**/*.bench.ts", "e2e/*.bench.ts"], {
        globalSetup: "src/testing/bench-logs.ts",
      }),
    ],
  },
});
