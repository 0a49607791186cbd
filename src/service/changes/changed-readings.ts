// Gates and configs whose results may change by an update of the service: logged once, and listed until a user dismisses them.
import type { EntityWithChangedInterpretation } from "#contract/reading-change.ts";
import type { Database, Row } from "#service/database/database.ts";
import { pageOfList } from "#service/database/pages.ts";
import type { Handlers } from "#service/http/handler.ts";

interface Found extends Row {
  kind: string;
  id: string;
  name: string;
  rules: EntityWithChangedInterpretation["rules"];
}

const kinds = ["gate", "dynamic_config"];

/** The ones whose entity still exists; with `isNew`, only those not logged yet. */
async function readFound(database: Database, isNew = false): Promise<Found[]> {
  const found = await Promise.all(
    kinds.map((kind) =>
      database.query<Found>(
        `select found.kind, found.entity_id as id, entity.name, found.rules
         from changed_reading found join ${kind} entity on entity.id = found.entity_id
         where found.kind = '${kind}' ${isNew ? "and not found.is_said" : ""} order by lower(entity.name), entity.id`,
      ),
    ),
  );
  return found.flat();
}

const mostSaid = 20;
const words: Readonly<Record<string, string>> = { gate: "gate", dynamic_config: "config" };

/** Logs once which rules may decide differently since an update. */
export async function logReadingChanges(database: Database, say: (line: string) => void): Promise<void> {
  const found = await readFound(database, true);
  if (found.length === 0) return;
  const named = found
    .slice(0, mostSaid)
    .map(
      ({ kind, id, rules }) => `${words[kind] ?? kind} ${id} (${rules.map(({ name }) => name).join(", ")})`,
    );
  const more = found.length > mostSaid ? ` and ${found.length - mostSaid} more` : "";
  say(
    `Since this update conditions are evaluated as client libraries do. These rules may decide differently for some users: ${named.join("; ")}${more}. The console's home page says what changed.`,
  );
  await database.transaction((transaction) =>
    transaction.query("update changed_reading set is_said = true where not is_said"),
  );
}

export const changedReadingHandlers = (database: Database) =>
  ({
    listChangedReadings: async ({ query }) => pageOfList(await readFound(database), query),
    dismissChangedReadings: async () => {
      await database.transaction((transaction) => transaction.query("delete from changed_reading"));
      return {};
    },
  }) satisfies Partial<Handlers>;
