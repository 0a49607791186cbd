// Schemas of global search and name lookups: small responses for the command palette, pickers and the not-found page.
import { z } from "zod/mini";
import { bounded, textList } from "./query-fields.ts";
import { Rule } from "./rule.ts";

const entityKinds = [
  "gate",
  "dynamic_config",
  "experiment",
  "layer",
  "segment",
  "holdout",
  "assignment_source",
  "metric_source",
  "entity_property",
] as const;
const kinds = [...entityKinds, "event", "metric"] as const;

/** The fields of an entity, event or metric that a list of results shows. */
export const FoundEntity = z.looseObject({
  kind: z.enum(kinds),
  /** For events the name. */
  id: z.string(),
  name: z.string(),
  status: z.nullish(z.string()),
  /** Set for gates and dynamic configs only. */
  isEnabled: z.nullish(z.boolean()),
});
export type FoundEntity = z.infer<typeof FoundEntity>;

const FoundRule = z.looseObject({ owner: FoundEntity, rule: Rule });
export type FoundRule = z.infer<typeof FoundRule>;

export const SearchResult = z.looseObject({
  /** Matches by part of the name or id; those that begin with the text come first. */
  entities: z.array(FoundEntity),
  /** Rules of gates and dynamic configs that have every word of the text in their name or conditions. */
  rules: z.array(FoundRule),
  /** Metrics of experiments that match by part of their name. */
  metrics: z.array(z.looseObject({ owner: FoundEntity, name: z.string() })),
  /** The gates that the rules found refer to. */
  gates: z.array(FoundEntity),
});
export type SearchResult = z.infer<typeof SearchResult>;

const text = z.string().check(z.maxLength(200));

export const SearchQuery = z.object({
  /** Search text; if empty, the first entities by name are returned. */
  text,
  /** If absent, all kinds including rules and metrics; otherwise only entities of this kind. */
  kind: z.optional(z.enum(kinds)),
  limit: bounded(6, 1, 100, "Of each kind at most. "),
});

export const NamesQuery = z.object({ kind: z.enum(entityKinds), ids: textList });

export const CloseNamesQuery = z.object({ kind: z.enum(kinds), id: text });
