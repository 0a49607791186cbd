// Stores the gates that an entity refers to as rows beside it. targeting/ defines what counts as a reference.
import { sameJson } from "#contract/json5.ts";
import type { Reader, Statements, Transaction } from "./database.ts";
import type { EntityKind, EntityWrite, StoredKind } from "./entities.ts";
import type { EntityDocument } from "./entity-columns.ts";
import { readThroughCache } from "./value-cache.ts";

const ownReferencesKey = (kind: StoredKind, id: string) => `references of ${kind} ${id}`;
const isReferredToKey = (gateID: string) => `references to ${gateID}`;

type Reference = { gate_id: string; in_use: boolean };

/** A replacement of the stored references of one entity. */
export interface ReferenceChange {
  kind: StoredKind;
  id: string;
  stored: readonly Reference[];
  next: readonly Reference[];
}

const readOwnReferences = async (reader: Reader, kind: StoredKind, id: string) =>
  (await readThroughCache(reader, ownReferencesKey(kind, id), async (from) =>
    sized(
      await from.query<Reference>(
        "select gate_id, in_use from gate_reference where kind = $1 and entity_id = $2",
        [kind, id],
      ),
    ),
  )) ?? [];

const sized = (value: Reference[]) => ({
  value,
  size: value.reduce((sum, { gate_id }) => sum + gate_id.length + 20, 0),
});

/** Replaces the stored references of one entity if they have changed. */
export async function writeReferences(
  transaction: Transaction,
  kind: StoredKind,
  {
    document: { id, status },
    references,
  }: { document: Pick<EntityDocument, "id" | "status">; references: readonly string[] },
) {
  const stored = await readOwnReferences(transaction, kind, id);
  const in_use = isInUse({ status });
  const next = [...new Set(references)].map((gate_id): Reference => ({ gate_id, in_use }));
  const byGate = (some: readonly Reference[]) =>
    Object.fromEntries(some.map((one) => [one.gate_id, one.in_use]));
  if (sameJson(byGate(stored), byGate(next))) return;
  transaction.record({ references: { kind, id, stored, next } });
  transaction.remember(ownReferencesKey(kind, id), sized(next));
  transaction.changed([...stored, ...next].map(({ gate_id }) => isReferredToKey(gate_id)));
}

/** Stores changed references of many entities; no entity may occur twice. */
export async function storeReferences(statements: Statements, changes: readonly ReferenceChange[]) {
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const ofKind = changes.filter((change) => change.kind === kind);
    const former = ofKind.filter(({ stored }) => stored.length > 0).map(({ id }) => id);
    if (former.length)
      await statements.query("delete from gate_reference where kind = $1 and entity_id = any($2)", [
        kind,
        former,
      ]);
    const rows = ofKind.flatMap(({ id, next }) => next.map((reference) => ({ id, ...reference })));
    if (rows.length)
      await statements.query(
        `insert into gate_reference (gate_id, kind, entity_id, in_use)
         select unnest($1::text[]), $2::text, unnest($3::text[]), unnest($4::text[])::boolean`,
        [
          rows.map(({ gate_id }) => gate_id),
          kind,
          rows.map(({ id }) => id),
          rows.map(({ in_use }) => String(in_use)),
        ],
      );
  }
}

// Choice: references to a gate from archived entities, or from the gate itself, do not count.
const isReferrer = "in_use and not (kind = 'gate' and entity_id = gate_id)";

/** The entities in use that refer to any of the gates. */
export const readReferrers = (reader: Reader, gateIDs: readonly string[]) =>
  reader.query<{ gate_id: string; kind: EntityKind; id: string }>(
    `select gate_id, kind, entity_id as id from gate_reference where gate_id = any($1) and ${isReferrer} order by kind, id`,
    [gateIDs],
  );

/** The subset of the gates that another entity in use refers to. */
export async function referencedGates(
  reader: Reader,
  gateIDs: readonly string[],
): Promise<ReadonlySet<string>> {
  /** By reader: references that the current transaction changed have to be read through another reader than the rest. */
  const all = new Map<Reader, Promise<Set<string>>>();
  const evaluatedEntities = async (from: Reader) => {
    const found = await readReferrers(from, gateIDs);
    return new Set(found.map(({ gate_id }) => gate_id));
  };
  const allOf = (from: Reader) => {
    const asked = all.get(from) ?? evaluatedEntities(from);
    all.set(from, asked);
    return asked;
  };
  const found = await Promise.all(
    gateIDs.map((id) =>
      readThroughCache(reader, isReferredToKey(id), async (from) => ({
        value: (await allOf(from)).has(id),
        size: 1,
      })),
    ),
  );
  return new Set(gateIDs.filter((_, index) => found[index]));
}

const isInUse = ({ status }: Pick<EntityDocument, "status">) => status?.toLowerCase() !== "archived";

/** Removes the references of all entities in a table. */
export async function deleteReferences(transaction: Transaction, kind: StoredKind, table: string) {
  const former = await transaction.query<Reference>(
    `delete from gate_reference where kind = $1 and entity_id in (select id from ${table}) returning gate_id, in_use`,
    [kind],
  );
  transaction.changed(former.map(({ gate_id }) => isReferredToKey(gate_id)));
}

/** Adds the references of entities that have none yet. */
export function loadReferences(transaction: Transaction, kind: StoredKind, writes: readonly EntityWrite[]) {
  transaction.changed(writes.map(({ document }) => ownReferencesKey(kind, document.id)));
  transaction.changed(writes.flatMap(({ references }) => references.map(isReferredToKey)));
  return transaction.load(
    "gate_reference",
    ["gate_id", "kind", "entity_id", "in_use"],
    writes.flatMap(({ document, references }) =>
      [...new Set(references)].map((gateID) => [gateID, kind, document.id, isInUse(document)]),
    ),
  );
}
