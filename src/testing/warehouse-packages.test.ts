// Packages that only warehouses need may cost everybody's `npm ci` at most 30 MB and, at some 0.1 s a package, 8 s.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { text } from "./repository-files.ts";

const names = z.optional(z.record(z.string(), z.string()));
const Package = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const { packages } = z
  .object({ packages: z.record(z.string(), Package) })
  .parse(JSON.parse(text("package-lock.json")));

const isForWarehouses = (name: string) => name.startsWith("@aws-sdk/") || /^(@types\/)?ssh2$/.test(name);

/** Folder of a dependency, looked for as Node does: beside its own dependencies first, then further up. */
function folderOf(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = `${at && `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (at === "") return undefined;
  }
}

/** Folders of all packages that some direct dependencies need, with their own. */
function needed(isCounted: (name: string) => boolean): Set<string> {
  const found = new Set<string>();
  const add = (from: string, isTaken: (name: string) => boolean) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = packages[from] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }).filter(isTaken)) {
      const folder = folderOf(from, name);
      if (folder === undefined || found.has(folder)) continue;
      found.add(folder);
      add(folder, () => true);
    }
  };
  add("", isCounted);
  return found;
}

/** Bytes on a disk with blocks of 4 kB, without packages inside, which are counted by themselves. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(path) : Math.ceil(statSync(path).size / 4096) * 4096;
    })
    .reduce((sum, bytes) => sum + bytes, 4096);
}

test("the packages of warehouses are few and small", () => {
  const others = needed((name) => !isForWarehouses(name));
  const added = [...needed(isForWarehouses)].filter((folder) => !others.has(folder));
  expect(added).toContain("node_modules/@aws-sdk/client-athena");
  expect(added).toContain("node_modules/ssh2");
  expect(added).not.toContain("node_modules/@types/node");
  expect(added.length).toBeLessThanOrEqual(40);
  expect(added.reduce((sum, folder) => sum + bytesOf(folder), 0) / 1e6).toBeLessThan(30);
});
