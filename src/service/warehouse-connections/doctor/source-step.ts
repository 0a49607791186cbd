// Queries each stored source for no rows: checks that its SQL is valid and its tables are readable.
import { plainSource } from "#contract/source-text.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { ask, passed, stepMs, type DoctorStep, type Examined } from "./doctor-step.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";

/** A source by the name under which it is stored. */
export interface StoredSource {
  readonly name: string;
  readonly sql: string;
}

/** Returns why the engine rejected the source, explained if known; undefined if the source can be read. */
async function refusalOf(examined: Examined, { sql }: StoredSource): Promise<string | undefined> {
  const { provider, settings, client, signal, tries } = examined;
  try {
    const text = `select * from (${plainSource(sql, provider)}) s limit 0`;
    if (provider !== "bigquery") await ask(examined, text);
    else {
      // LIMIT does not reduce the cost on this engine, so the statement is only dry-run.
      tries(`${text} (dry run)`);
      const statement = { text, values: [], tag: "assay doctor", deadline: Date.now() + stepMs };
      await (await client()).estimate?.(statement, signal);
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error ? error.message : String(error);
    const code = error instanceof WarehouseError ? error.code : "";
    return explain(provider, code, said, settings)?.sentence ?? said;
  }
}

export const sourceStep = (sources: readonly StoredSource[]): DoctorStep => ({
  name: "Read sources",
  run: async (examined) => {
    const refused: string[] = [];
    for (const source of sources) {
      const refusal = await refusalOf(examined, source);
      if (refusal !== undefined) refused.push(`${source.name}: ${refusal}`);
    }
    if (!refused.length)
      return passed(
        sources.length === 1 ? "The one source can be read." : `All ${sources.length} sources can be read.`,
      );
    return {
      state: "warned",
      sentence: `${refused.length} of ${sources.length} sources cannot be read. ${refused.slice(0, 3).join(" ")}`,
      who: "you",
    };
  },
});
