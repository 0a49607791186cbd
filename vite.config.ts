import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { serviceInside } from "./src/service/vite-dev.ts";

/** Commands that run on Node: one bundle each in dist/service, dependencies left in node_modules. */
const commands = {
  main: "src/service/main.ts",
  import: "src/service/import/main.ts",
  keys: "src/service/keys/main.ts",
};

const test = (name: string, include: string[], environment = "node") => ({
  extends: true as const,
  test: {
    name,
    include,
    environment,
    setupFiles: environment === "jsdom" ? ["src/testing/page-setup.ts"] : [],
  },
});

export default defineConfig({
  plugins: [react(), tailwind(), serviceInside()],
  environments: {
    client: {
      build: {
        outDir: "dist/console",
        emptyOutDir: true,
        target: "es2022",
        modulePreload: { polyfill: false },
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
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      test("pure", ["src/{contract,statistics,targeting}/**/*.test.ts"]),
      test("service", ["src/service/**/*.test.ts"]),
      test("page", ["src/console/**/*.test.{ts,tsx}"], "jsdom"),
      test("house", ["src/testing/**/*.test.ts"]),
      test("bench", ["src/testing/**/*.bench.ts"]),
    ],
  },
});
