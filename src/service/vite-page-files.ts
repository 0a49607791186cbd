// Writes the code files that each first page needs into index.html, so that a browser requests them together with the first file.
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

export const pageFiles = (): Plugin => ({
  name: "page-files",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const files = Object.entries(pages).map(([section, modules]) => [
        section,
        filesOf(chunks, modules).map((name) => name.replace(/^assets\/|\.js$/g, "")),
      ]);
      return html.replace("const files = {};", `const files = ${JSON.stringify(Object.fromEntries(files))};`);
    },
  },
});
