// The files of the repository and what they import: for the tests that hold the tree and the house rules.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});

/** Paths from the root of the repository, untracked files included. */
export const files = listed.split("\n").filter((file) => file !== "" && existsSync(file));
export const code = files.filter((file) => /^(src|e2e)\/.*\.tsx?$/.test(file));
export const text = (file: string) => readFileSync(file, "utf8");

/** Tests and what supports them may import from anywhere on their side. */
export const isTest = (file: string) =>
  /\.(test|test-support|bench|e2e)\.tsx?$/.test(file) || file.startsWith("src/testing/");

export interface Import {
  readonly from: string;
  /** As written, `#side/…` or relative. */
  readonly path: string;
  /** From the root of the repository. */
  readonly to: string;
}

/** Our own modules that a file imports; packages are left out. */
export const importsIn = (from: string, source: string): Import[] =>
  [...source.matchAll(/(?:from|import) ?\(?\s*"([#.][^"?]+)/g)].map(([, path = ""]) => ({
    from,
    path,
    to: path.startsWith("#") ? `src/${path.slice(1)}` : posix.join(posix.dirname(from), path),
  }));
