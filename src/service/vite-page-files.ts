// Writes the code files that each first page needs into index.html, so that a browser requests them together with the first file,
// and lets browsers compile those of the experiment list beforehand.
import type { Plugin } from "vite";

const endpoints = "contract/endpoints.ts";
/** The modules of a page and of its first queries, by the first part of the page's path below the company. */
const pages: Readonly<Record<string, readonly string[]>> = {
  "": ["app/home/home-page.tsx", "app/home/home-queries.ts", endpoints],
  dynamic_configs: [
    "dynamic-configs/list/dynamic-config-list-page.tsx",
    "dynamic-configs/list/config-list-input.ts",
    endpoints,
  ],
  experiments: ["experiments/list/experiment-list-page.tsx"],
  metrics: ["metrics/list/metric-list-page.tsx", endpoints],
  events: ["events/event-list-page.tsx", endpoints],
};

/** The pages that call nearly all of their functions at once. */
const calledAtOnce = ["experiments"];
/**
 * A hint to compile all functions of a file while it is loading, beside the page. Otherwise Chromium compiles each at its first
 * call, which delays the rows by 3 ms. Other browsers ignore it (v8.dev/blog/explicit-compile-hints).
 */
const compileHint = "//# allFunctionsCalledOnLoad\n";

interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
  readonly isEntry: boolean;
}

/** The files that the modules need before they run, except those that the document loads anyway. */
function filesOf(chunks: readonly Chunk[], modules: readonly string[]): string[] {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const follow = (names: readonly string[], found = new Set<string>()) => {
    for (const name of names) if (!found.has(name)) follow(named.get(name)?.imports ?? [], found.add(name));
    return found;
  };
  const starts = modules.map((module) => {
    const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!start) throw new Error(`No file of the console starts with ${module}`);
    return start.fileName;
  });
  const there = follow(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  return [...follow(starts)].filter((name) => !there.has(name));
}

export function pageFiles(): Plugin {
  const hinted = new Set<string>();
  return {
    name: "page-files",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const files = Object.entries(pages).map(([section, modules]) => {
          const names = filesOf(chunks, modules);
          if (calledAtOnce.includes(section)) for (const name of names) hinted.add(name);
          return [section, names.map((name) => name.replace(/^assets\/|\.js$/g, ""))];
        });
        return html.replace(
          "const files = {};",
          `const files = ${JSON.stringify(Object.fromEntries(files))};`,
        );
      },
    },
    generateBundle: {
      // After Vite's own changes, since the hint must be the first line.
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && hinted.has(file.fileName)) file.code = compileHint + file.code;
      },
    },
  };
}
