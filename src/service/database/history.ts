// Stores earlier versions of entities, packed, and the identities of rules that an entity no longer has.
import { z } from "zod/mini";
import { baseIDOf } from "#contract/rule.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { Reader, Statements } from "./database.ts";
import type { EntityKind, StoredKind } from "./entities.ts";
import { pack, unpack, type PackedDocument, type WholeVersions } from "./version-packing.ts";

/** A version that is being replaced, its document as JSON text. */
export type ReplacedVersion = {
  kind: StoredKind;
  id: string;
  version: number;
  text: string;
  /** Epoch milliseconds. */
  savedTime: number;
};

/** The part of a removed rule that is kept: its identity and its rollouts, which requests set through fields of their own. Requests send
 *  the rest anew. */
export const FormerRule = z.pick(StoredRule, {
  id: true,
  baseID: true,
  passPercentage: true,
  percentCounts: true,
});
export type FormerRule = z.infer<typeof FormerRule>;

const Ruled = z.object({ rules: z.catch(z.array(FormerRule), []) });
const rulesOf = (document: unknown) => z.catch(Ruled, { rules: [] }).parse(document).rules;

export const versionColumns = ["kind", "id", "version", "saved_time", "size", "packed"] as const;

const entityOf = ({ kind, id }: { kind: StoredKind; id: string }) => `${kind} ${id}`;

async function packedRow({ kind, id, version, text, savedTime }: ReplacedVersion, known?: WholeVersions) {
  const bytes = Buffer.from(text);
  const { packed, base } = await pack(entityOf({ kind, id }), version, bytes, known);
  return { row: [kind, id, version, savedTime, bytes.length, packed] as const, base };
}

/** Converts a version, packed whole, to a row of `versionColumns`; `size` is that of the text, in bytes. */
export const versionRow = async (replaced: ReplacedVersion) => (await packedRow(replaced)).row;

const mostAtOnce = 500;

/** Stores replaced versions in the history. */
export async function storeReplacedVersions(statements: Statements, replaced: readonly ReplacedVersion[]) {
  for (let first = 0; first < replaced.length; first += mostAtOnce) {
    const rows = await Promise.all(
      replaced.slice(first, first + mostAtOnce).map((one) => packedRow(one, statements.wholeVersions)),
    );
    await statements.query(
      `insert into entity_history (${versionColumns.join(", ")}, base)
       select unnest($1::text[]), unnest($2::text[]), unnest($3::text[])::integer, unnest($4::text[])::bigint,
         unnest($5::text[])::integer, unnest($6::bytea[]), nullif(unnest($7::text[]), '')::integer`,
      [
        rows.map(({ row: [kind] }) => kind),
        rows.map(({ row: [, id] }) => id),
        rows.map(({ row: [, , version] }) => String(version)),
        rows.map(({ row: [, , , savedTime] }) => String(savedTime)),
        rows.map(({ row: [, , , , size] }) => String(size)),
        rows.map(({ row: [, , , , , packed] }) => packed),
        rows.map(({ base }) => String(base ?? "")),
      ],
    );
  }
}

/** The rules of a document that the next one no longer has, by base id. */
export function removedRules(document: unknown, next: unknown): Map<string, FormerRule> {
  const kept = new Set(rulesOf(next).map(baseIDOf));
  return new Map(
    rulesOf(document).flatMap((rule) => (kept.has(baseIDOf(rule)) ? [] : [[baseIDOf(rule), rule] as const])),
  );
}

const identityOf = (rule: FormerRule) => {
  const { id, baseID, passPercentage, percentCounts } = rule;
  const { completedAutomatedRollouts, pendingAutomatedRollouts } = rule;
  return { id, baseID, passPercentage, percentCounts, completedAutomatedRollouts, pendingAutomatedRollouts };
};

/** Stores rules that an entity no longer has, overwriting earlier ones with the same base ids. */
export async function storeRemovedRules(
  statements: Statements,
  kind: StoredKind,
  id: string,
  rules: ReadonlyMap<string, FormerRule>,
) {
  if (rules.size === 0) return;
  const baseIDs = [...rules.keys()];
  await statements.query(
    `delete from former_rule where kind = $1 and entity_id = $2 and base_id in (select unnest($3::text[]))`,
    [kind, id, baseIDs],
  );
  const all = [...rules.values()];
  await statements.query(
    `insert into former_rule (kind, entity_id, base_id, rule_id, document)
     select $1::text, $2::text, base_id, rule_id, document::jsonb
     from (select unnest($3::text[]) as base_id, unnest($4::text[]) as rule_id, unnest($5::text[]) as document) as rules`,
    [kind, id, baseIDs, all.map((rule) => rule.id), all.map((rule) => JSON.stringify(identityOf(rule)))],
  );
}

/** Removed rules of an entity that have one of these ids or base ids, each as it last was. */
export async function readFormerRules(
  reader: Reader,
  kind: StoredKind,
  id: string,
  addresses: readonly string[],
): Promise<FormerRule[]> {
  const rows = await reader.query<{ document: unknown }>(
    `select document from former_rule where kind = $1 and entity_id = $2
       and (base_id in (select unnest($3::text[])) or rule_id in (select unnest($3::text[])))`,
    [kind, id, addresses],
  );
  return rows.map(({ document }) => FormerRule.parse(document));
}

/** The newest earlier version of each of these entities that has one, even if the entity was deleted. */
export async function lastEarlierVersions(reader: Reader, kind: StoredKind, ids: readonly string[]) {
  const rows = await reader.query<{ id: string; version: number }>(
    "select id, max(version) as version from entity_history where kind = $1 and id = any($2) group by id",
    [kind, ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The number of earlier versions of an entity, and the size of the largest in bytes. */
export async function measureHistory(reader: Reader, kind: StoredKind, id: string) {
  const [row] = await reader.query<{ total: number; largest: number }>(
    "select count(*) as total, coalesce(max(size), 0) as largest from entity_history where kind = $1 and id = $2",
    [kind, id],
  );
  return row ?? { total: 0, largest: 0 };
}

type PackedVersion = PackedDocument & { kind: StoredKind; id: string };

/** The bytes of the versions from which these are differences, by entity and version. */
async function readBases(reader: Reader, versions: readonly PackedVersion[]): Promise<Map<string, Buffer>> {
  const bases = new Map(
    versions.flatMap(({ kind, id, base }) =>
      base === null ? [] : [[`${entityOf({ kind, id })} ${base}`, { kind, id, base }] as const],
    ),
  );
  if (bases.size === 0) return new Map();
  const wanted = [...bases.values()];
  const rows = await reader.query<PackedVersion & { version: number }>(
    `select kind, id, version, packed from entity_history where base is null and (kind, id, version) in
       (select unnest($1::text[]), unnest($2::text[]), unnest($3::text[])::integer)`,
    [wanted.map(({ kind }) => kind), wanted.map(({ id }) => id), wanted.map(({ base }) => String(base))],
  );
  return new Map(
    await Promise.all(
      rows.map(async (row) => [`${entityOf(row)} ${row.version}`, await unpack(row.packed)] as const),
    ),
  );
}

async function unpacked(reader: Reader, versions: readonly PackedVersion[]): Promise<unknown[]> {
  const bases = await readBases(reader, versions);
  return Promise.all(
    versions.map(async (version) => {
      const base = bases.get(`${entityOf(version)} ${version.base}`);
      return JSON.parse((await unpack(version.packed, base)).toString());
    }),
  );
}

/** Documents of earlier versions, newest first. */
export async function readHistory(
  reader: Reader,
  kind: StoredKind,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<unknown[]> {
  if (limit <= 0) return [];
  const rows = await reader.query<PackedVersion>(
    `select kind, id, packed, base from entity_history where kind = $1 and id = $2 order by version desc limit ${limit} offset ${offset}`,
    [kind, id],
  );
  return unpacked(reader, rows);
}

export type VersionKey = { kind: EntityKind; id: string; version: number };

/** The documents of these versions, as far as they are earlier versions and not larger than `mostBytes`. */
export async function readEarlierVersions(
  reader: Reader,
  versions: readonly VersionKey[],
  mostBytes: number,
): Promise<(VersionKey & { document: unknown })[]> {
  const rows = await reader.query<VersionKey & PackedDocument>(
    `select kind, id, version, packed, base from entity_history where size <= ${mostBytes} and (kind, id, version) in
       (select unnest($1::text[]), unnest($2::text[]), unnest($3::text[])::integer)`,
    [
      versions.map(({ kind }) => kind),
      versions.map(({ id }) => id),
      versions.map(({ version }) => String(version)),
    ],
  );
  const documents = await unpacked(reader, rows);
  return rows.map(({ kind, id, version }, index) => ({ kind, id, version, document: documents[index] }));
}
