// Searching everything that the console lists, and names for ids: small answers for the palette, pickers and the not-found page.
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

/** An entity, event or metric as far as a list of results shows it. */
export const FoundEntity = z.looseObject({
  kind: z.enum(kinds),
  /** Of an event its name. */
  id: z.string(),
  name: z.string(),
  status: z.nullish(z.string()),
  /** Of gates and dynamic configs. */
  isEnabled: z.nullish(z.boolean()),
});
export type FoundEntity = z.infer<typeof FoundEntity>;

const FoundRule = z.looseObject({ owner: FoundEntity, rule: Rule });
export type FoundRule = z.infer<typeof FoundRule>;

export const SearchResult = z.looseObject({
  /** By a part of the name or id; those that begin with the text come first. */
  entities: z.array(FoundEntity),
  /** Rules of gates and dynamic configs with every word of the text in their name or conditions. */
  rules: z.array(FoundRule),
  /** Metrics of experiments, by a part of their name. */
  metrics: z.array(z.looseObject({ owner: FoundEntity, name: z.string() })),
  /** The gates that the rules refer to. */
  gates: z.array(FoundEntity),
});
export type SearchResult = z.infer<typeof SearchResult>;

const text = z.string().check(z.maxLength(200));

export const SearchQuery = z.object({
  /** The first ones by name when empty. */
  text,
  /** Every kind, with rules and metrics, when absent; of one kind the entities alone. */
  kind: z.optional(z.enum(kinds)),
  limit: bounded(6, 1, 100, "Of each kind at most. "),
});

export const NamesQuery = z.object({ kind: z.enum(entityKinds), ids: textList });

export const CloseNamesQuery = z.object({ kind: z.enum(kinds), id: text });
