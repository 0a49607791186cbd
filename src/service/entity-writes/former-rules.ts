// Rules that an entity had in earlier versions: undoing a change brings them back.
import { z } from "zod/mini";
import { baseIDOf } from "#contract/rule.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { RuleOwnerKind } from "./rule-owner.ts";

const Former = z.object({ rules: z.array(StoredRule) });

/** The rules of an entity as it stands, and those of its earlier versions that it has no more, each as it was last. */
export async function withFormerRules(
  reader: Reader,
  kind: RuleOwnerKind,
  entity: { id: string; rules: readonly StoredRule[] },
): Promise<readonly StoredRule[]> {
  const versions = await reader.query<Row & { document: unknown }>(
    "select document from entity_version where kind = $1 and id = $2 order by version desc",
    [kind, entity.id],
  );
  const former = versions.flatMap(({ document }) => Former.parse(document).rules);
  const rules = new Map<string, StoredRule>();
  for (const rule of [...entity.rules, ...former])
    if (!rules.has(baseIDOf(rule))) rules.set(baseIDOf(rule), rule);
  return [...rules.values()];
}
