// Finds the files of the built console, whose names are mere hashes, by the names of their parts.
import { readFileSync } from "node:fs";
import { z } from "zod/mini";

const Manifest = z.record(
  z.string(),
  z.looseObject({ file: z.string(), name: z.optional(z.string()), src: z.optional(z.string()) }),
);

/** Returns the address of the file of a lazy-loaded part, such as `palette` or `home-page`. */
export function fileOf(part: string): string {
  const manifest = Manifest.parse(JSON.parse(readFileSync("dist/console/.vite/manifest.json", "utf8")));
  const found = Object.values(manifest).find(({ name, src }) => name === part && src);
  if (!found) throw new Error(`No file of the console is ${part}`);
  return `/${found.file}`;
}
