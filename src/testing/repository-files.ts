// The files of the repository and their imports, for the tests of the folder structure and the house rules.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});

/** Paths relative to the root of the repository, including untracked files. */
export const files = listed.split("\n").filter((file) => file !== "" && existsSync(file));
export const code = files.filter((file) => /^(src|e2e)\/.*\.tsx?$/.test(file));
export const text = (file: string) => readFileSync(file, "utf8");

/** Tests and their helpers may import from anywhere on their side. */
export const isTest = (file: string) =>
  /\.(test|test-support|bench|e2e)\.tsx?$/.test(file) || file.startsWith("src/testing/");

export interface Import {
  readonly from: string;
  /** As written in the source: `#side/…` or relative. */
  readonly path: string;
  /** Relative to the root of the repository. */
  readonly to: string;
}

/** Finds the imports of our own modules in a file, without packages. */
export const importsIn = (from: string, source: string): Import[] =>
  [...source.matchAll(/(?:from|import) ?\(?\s*"([#.][^"?]+)/g)].map(([, path = ""]) => ({
    from,
    path,
    to: path.startsWith("#") ? `src/${path.slice(1)}` : posix.join(posix.dirname(from), path),
  }));
