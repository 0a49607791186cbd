// Reads Parquet through the embedded engine, which need not be the one that stores. Every value comes as text.
import { DuckDBInstance } from "@duckdb/node-api";
import { type FileRow, UnreadableFile } from "./file-row.ts";

/** Rows in the order of the file; times come as UTC. */
export async function* readParquet(path: string): AsyncGenerator<FileRow> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run("set timezone = 'UTC'");
    const result = await connection
      .stream("select columns(*)::varchar from read_parquet($1)", [path])
      .catch((error: unknown) => {
        // Below its first line the engine quotes the statement, which says nothing to who gave the file.
        const [reason] = String(error).split("\n");
        throw new UnreadableFile(`The file cannot be read as Parquet (${reason}).`, { cause: error });
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
