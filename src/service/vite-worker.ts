// Provides `import { code } from "./x.ts?node-worker"`: the whole program of a worker as one text, the same when built, in tests and in
// development. Node cannot start a worker from TypeScript, and only one of the three would know the path of a built file.
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const suffix = "?node-worker";

async function bundle(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("../..", import.meta.url)),
    ssr: { noExternal: true },
    build: {
      ssr: file,
      write: false,
      minify: true,
      target: "node20",
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  for (const result of [output].flat()) if ("output" in result) return result.output[0].code;
  throw new Error(`No program was built from ${file}`);
}

export const nodeWorkers = (): Plugin => ({
  name: "node-workers",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!source.endsWith(suffix)) return undefined;
    const resolved = await this.resolve(source.slice(0, -suffix.length), importer);
    return resolved && `${resolved.id}${suffix}`;
  },
  async load(id) {
    if (!id.endsWith(suffix)) return undefined;
    const file = id.slice(0, -suffix.length);
    this.addWatchFile(file);
    return `export const code = ${JSON.stringify(await bundle(file))};`;
  },
});
