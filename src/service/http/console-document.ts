// The HTML document of the console, with the name of the API key header filled in, so that the console need not request it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

export interface ConsoleDocument {
  readonly html: string;
  readonly tag: string;
  /** Hashes of the inline scripts, as listed in the Content-Security-Policy. */
  readonly scripts: readonly string[];
}

export function readDocument(folder: string, apiKeyHeader: string): ConsoleDocument {
  const html = readFileSync(join(folder, "index.html"), "utf8").replace(
    'name="api-key-header" content=""',
    `name="api-key-header" content="${apiKeyHeader}"`,
  );
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${hashOf(script)}'`,
  );
  return { html, tag: `"${hashOf(html)}"`, scripts };
}
