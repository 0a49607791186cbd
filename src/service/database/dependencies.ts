// The stored references around a gate: everything that refers to it and everything that it refers to, directly or indirectly.
import type { DependencyDirection } from "#contract/gate-dependencies.ts";
import type { Reader, Row } from "./database.ts";
import type { DocumentRow, EntityKind } from "./entities.ts";
import { unreadableReference } from "./gate-references.ts";

/** A stored reference from an entity to a gate. */
export interface StoredReference extends Row {
  direction: DependencyDirection;
  kind: EntityKind;
  entity_id: string;
  gate_id: string;
}

// Rows carry no distance, so `union` visits each reference only once, and the recursion ends even on circular references.
const recursions: Readonly<Record<DependencyDirection, string>> = {
  dependents: `dependents (kind, entity_id, gate_id) as (
    select kind, entity_id, gate_id from gate_reference where gate_id = $1
    union
    select next.kind, next.entity_id, next.gate_id
    from dependents join gate_reference next on next.gate_id = dependents.entity_id
    where dependents.kind = 'gate'
  )`,
  dependencies: `dependencies (kind, entity_id, gate_id) as (
    select kind, entity_id, gate_id from gate_reference where kind = 'gate' and entity_id = $1
    union
    select next.kind, next.entity_id, next.gate_id
    from dependencies join gate_reference next on next.kind = 'gate' and next.entity_id = dependencies.gate_id
  )`,
};

export const readReferences = (
  reader: Reader,
  gateID: string,
  directions: readonly DependencyDirection[],
): Promise<StoredReference[]> =>
  reader.query<StoredReference>(
    `with recursive ${directions.map((direction) => recursions[direction]).join(", ")}
     ${directions.map((direction) => `select '${direction}' as direction, * from ${direction}`).join(" union all ")}`,
    [gateID],
  );

interface StoredEntity extends DocumentRow {
  kind: EntityKind;
  id: string;
}

const kinds: readonly EntityKind[] = ["gate", "experiment", "dynamic_config"];

export const readDocuments = (reader: Reader, keys: readonly { kind: EntityKind; id: string }[]) =>
  reader.query<StoredEntity>(
    kinds
      .map(
        (kind, index) => `select '${kind}' as kind, id, document from ${kind} where id = any($${index + 1})`,
      )
      .join(" union all "),
    kinds.map((kind) => keys.flatMap((key) => (key.kind === kind ? [key.id] : []))),
  );

/** Experiments in use whose inline targeting cannot be parsed, by name: they may refer to any gate. */
export const readUnreadable = (reader: Reader) =>
  reader.query<Row & { id: string; name: string }>(
    `select id, name from experiment
     where id in (select entity_id from gate_reference where gate_id = $1 and kind = 'experiment' and in_use)
     order by lower(name), id`,
    [unreadableReference],
  );
