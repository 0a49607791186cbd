// Finds entities by a part of their name or id, and the rules and metrics in them. Only documents that match are read.
import { z } from "zod/mini";
import type { FoundEntity, FoundRule } from "#contract/search.ts";
import { Rule } from "#contract/rule.ts";
import type { Reader } from "./database.ts";
import type { DocumentRow } from "./entities.ts";
import { counters } from "./logs.ts";

type Kind = FoundEntity["kind"];
type NameRow = { id: string; name: string };

type EntityKind = Exclude<Kind, "event" | "metric">;
const entityKinds: readonly EntityKind[] = [
  "gate",
  "dynamic_config",
  "experiment",
  "layer",
  "segment",
  "holdout",
  "assignment_source",
  "metric_source",
  "entity_property",
];
const withState: readonly Kind[] = ["gate", "dynamic_config", "experiment"];
/** SQL of the rows, each with an id and a name. */
const rowsOf = (kind: Kind) =>
  kind === "event" ? `(select name as id, name from ${counters} where kind = 'event') as events` : kind;
const stateOf = (kind: Kind) =>
  withState.includes(kind) ? "status, document->>'isEnabled' as enabled" : "null as status, null as enabled";

type FoundRow = NameRow & { status: string | null; enabled: string | null };

const foundEntity = (kind: Kind, { id, name, status, enabled }: FoundRow): FoundEntity => ({
  kind,
  id,
  name,
  status,
  isEnabled: kind === "gate" || kind === "dynamic_config" ? enabled !== "false" : null,
});

/** The entities whose name or id contains the text; those whose name or id begins with it come first, then by name. */
export async function findByName(reader: Reader, kind: Kind, text: string, limit: number) {
  const rows = await reader.query<FoundRow>(
    `select id, name, ${stateOf(kind)} from ${rowsOf(kind)}
     where strpos(lower(name), $1) > 0 or strpos(lower(id), $1) > 0
     order by case when strpos(lower(name), $1) = 1 or strpos(lower(id), $1) = 1 then 0 else 1 end, lower(name), id
     limit ${limit}`,
    [text.toLowerCase()],
  );
  return rows.map((row) => foundEntity(kind, row));
}

/** The entities with these ids, by name; ids that do not exist are left out. */
export async function findByID(reader: Reader, kind: EntityKind, ids: readonly string[]) {
  const rows = await reader.query<FoundRow>(
    `select id, name, ${stateOf(kind)} from ${kind} where id = any($1) order by lower(name), id`,
    [ids],
  );
  return rows.map((row) => foundEntity(kind, row));
}

export const readNames = (reader: Reader, kind: Kind) =>
  reader.query<NameRow>(`select id, name from ${rowsOf(kind)}`, []);

/** Words of the sentences that the console shows for conditions, which do not occur in stored rules. */
const fillers = new Set(
  "is not in of at and or who whose users with the a any all more less than pass passes".split(" "),
);

const wordsOf = (text: string) => {
  const words = text
    .toLowerCase()
    .split(/[\s:,]+/)
    .filter(Boolean);
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length ? telling : words;
};

const Ruled = z.object({ rules: z.array(Rule) });

/** Most documents that are searched for rules or metrics. */
const most = 100;

/** Rules whose name and conditions contain every word of the text. */
export async function findRules(reader: Reader, text: string, limit: number): Promise<FoundRule[]> {
  const words = wordsOf(text);
  const hasAll = words.map((_, index) => `strpos(rules, $${index + 1}) > 0`).join(" and ");
  const kinds = ["gate", "dynamic_config"] as const;
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await reader.query<FoundRow & DocumentRow>(
        `select id, name, ${stateOf(kind)}, document from (
           select *, lower(cast(document->'rules' as text)) as rules from ${kind}
         ) as ruled where ${hasAll} order by lower(name), id limit ${most}`,
        words,
      );
      return rows.flatMap((row) =>
        Ruled.parse(row.document).rules.map((rule) => ({ owner: foundEntity(kind, row), rule })),
      );
    }),
  );
  return found
    .flat()
    .filter(({ rule: { name, conditions } }) => {
      const content = JSON.stringify([name, conditions]).toLowerCase();
      return words.every((word) => content.includes(word));
    })
    .slice(0, limit);
}

const Measured = z.object({
  primaryMetrics: z.nullish(z.array(z.looseObject({ name: z.string() }))),
  secondaryMetrics: z.nullish(z.array(z.looseObject({ name: z.string() }))),
});

/** Metrics of experiments whose name contains the text. */
export async function findMetrics(reader: Reader, text: string, limit: number) {
  const wanted = text.toLowerCase();
  const rows = await reader.query<FoundRow & DocumentRow>(
    `select id, name, ${stateOf("experiment")}, document from experiment
     where strpos(lower(concat(cast(document->'primaryMetrics' as text), cast(document->'secondaryMetrics' as text))), $1) > 0
     order by lower(name), id limit ${most}`,
    [wanted],
  );
  return rows
    .flatMap((row) => {
      const { primaryMetrics, secondaryMetrics } = Measured.parse(row.document);
      const names = [...(primaryMetrics ?? []), ...(secondaryMetrics ?? [])].map(({ name }) => name);
      return names
        .filter((name) => name.toLowerCase().includes(wanted))
        .map((name) => ({ owner: foundEntity("experiment", row), name }));
    })
    .slice(0, limit);
}

export const kindsOf = (kind: Kind | undefined): readonly Kind[] =>
  kind ? [kind] : [...entityKinds, "event", "metric"];
