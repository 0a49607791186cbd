// Reads Parquet files with the embedded engine, even if the log is stored in another database. All values are returned as text.
import { DuckDBInstance } from "@duckdb/node-api";
import { type FileRow, UnreadableFile } from "./file-row.ts";

/** Yields rows in file order; times are in UTC. */
export async function* readParquet(path: string): AsyncGenerator<FileRow> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run("set timezone = 'UTC'");
    const result = await connection
      .stream("select columns(*)::varchar from read_parquet($1)", [path])
      .catch((error: unknown) => {
        // After the first line of its message, the engine quotes the SQL statement, which does not help the user.
        const [reason = ""] = String(error).split("\n");
        // The path is of no use either, and tells where the service keeps its data.
        const message = `The file cannot be read as Parquet (${reason.replaceAll(`'${path}'`, "the file").replaceAll(path, "the file")}).`;
        throw new UnreadableFile(message, { cause: error });
      });
    const columns = result.columnNames();
    let line = 0;
    for await (const rows of result.yieldRows())
      for (const cells of rows) {
        line += 1;
        yield {
          line,
          fields: new Map(columns.map((column, index) => [column, String(cells[index] ?? "")])),
        };
      }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
