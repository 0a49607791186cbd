// Runs before the benchmarks: the large event logs are kept in a folder until the end of the run, because several benchmarks
// read the same log. BENCH_FOLDER keeps them longer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function setup() {
  const folder = mkdtempSync(join(tmpdir(), "assay-logs-"));
  process.env["BENCH_RUN_FOLDER"] = folder;
  return () => rmSync(folder, { recursive: true });
}
