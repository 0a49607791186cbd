// During a database upgrade, finds rules whose result may change because conditions are now read as the client libraries read them.
import { z } from "zod/mini";
import { Rule } from "#contract/rule.ts";
import { evaluationChanges } from "#targeting/evaluate/reading-changes.ts";
import type { Row, Transaction } from "./database.ts";

const Ruled = z.looseObject({ id: z.string(), rules: z.array(Rule) });

/** Records such rules. Archived entities are skipped, because their rules are never evaluated; a new database has no entities yet. */
export async function recordReadingChanges(transaction: Transaction): Promise<void> {
  for (const kind of ["gate", "dynamic_config"]) {
    const rows = await transaction.query<Row & { document: unknown }>(
      `select document from ${kind} where lower(status) <> 'archived' order by id`,
    );
    for (const { document } of rows) {
      const parsed = Ruled.safeParse(document);
      if (!parsed.success) continue;
      const rules = parsed.data.rules.flatMap((rule) => {
        const changes = evaluationChanges(rule);
        return changes.length ? [{ id: rule.id, name: rule.name, changes }] : [];
      });
      if (rules.length)
        await transaction.query(
          "insert into changed_reading (kind, entity_id, rules, is_said) values ($1, $2, $3::jsonb, false)",
          [kind, parsed.data.id, JSON.stringify(rules)],
        );
    }
  }
}
