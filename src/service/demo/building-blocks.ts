// What the demo's gates, configs and experiments are made of: people, rules, conditions. No content of one entity.
import { createHash } from "node:crypto";
import { parseJson5 } from "#contract/json5.ts";
import type { Condition } from "#contract/condition.ts";
import type { Rule, Variant } from "#contract/rule.ts";

export const day = 86_400_000;

const people = {
  signe: { id: "signe_dahl", name: "Signe Dahl", email: "signe@havnhytte.example" },
  tobias: { id: "tobias_brandt", name: "Tobias Brandt", email: "tobias@havnhytte.example" },
  aino: { id: "aino_salmela", name: "Aino Salmela", email: "aino@havnhytte.example" },
  lukas: { id: "lukas_verhoeven", name: "Lukas Verhoeven", email: "lukas@havnhytte.example" },
  priya: { id: "priya_raman", name: "Priya Raman", email: "priya@havnhytte.example" },
} as const;
type Person = keyof typeof people;

/** Who made and who last changed an entity, and how many days before `now`. */
export interface Authors {
  by: Person;
  created: number;
  changedBy?: Person;
  changed: number;
}

/** The fields of an entity that say who made and changed it. */
export function authorship({ by, created, changedBy = by, changed }: Authors, now: number) {
  const creator = people[by];
  const modifier = people[changedBy];
  return {
    creatorID: creator.id,
    creatorName: creator.name,
    creatorEmail: creator.email,
    createdTime: now - Math.round(created * day),
    lastModifierID: modifier.id,
    lastModifierName: modifier.name,
    lastModifierEmail: modifier.email,
    lastModifiedTime: now - Math.round(changed * day),
    owner: {
      ownerID: creator.id,
      ownerName: creator.name,
      ownerType: "USER",
      ownerEmail: creator.email,
    },
  };
}

/** The id form of a name: `Checkout eligible` is `checkout_eligible`. */
export const idOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");

const baseID = (owner: string, name: string) =>
  createHash("sha256").update(`${owner}.${name}`).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 20);

export interface RuleDraft {
  name: string;
  pass?: number;
  when: Condition[];
  /** Every environment when absent. */
  environments?: string[];
  /** JSON5 of the return value. */
  value?: string;
  variants?: { name: string; pass: number; value: string }[];
}

/** The JSON5 text and the JSON object it stands for. */
export function twins(field: string, text: string) {
  const parsed = parseJson5(text);
  if (!parsed.ok) throw new Error(`${parsed.message} in ${text}`);
  return { [field]: parsed.value, [`${field}Json5`]: text };
}

/** A rule as stored, with ids that depend on the owner and the names alone. */
export function rule(owner: string, draft: RuleDraft): Rule {
  const base = baseID(owner, draft.name);
  const pass = draft.pass ?? 100;
  const variants = draft.variants?.map((variant): Variant => ({
    id: baseID(`${owner}.${draft.name}`, variant.name),
    name: variant.name,
    passPercentage: variant.pass,
    ...twins("returnValue", variant.value),
  }));
  return {
    id: `${base}:${pass.toFixed(2)}:1`,
    baseID: base,
    name: draft.name,
    passPercentage: pass,
    conditions: draft.when,
    environments: draft.environments ?? null,
    ...(draft.value === undefined ? {} : twins("returnValue", draft.value)),
    ...(variants ? { variants } : {}),
  };
}

export const production = ["production"];

export const everyone: Condition = { type: "public" };
export const passes = (gate: string): Condition => ({ type: "passes_gate", targetValue: gate });
export const fails = (gate: string): Condition => ({ type: "fails_gate", targetValue: gate });
/** One value stands alone in an answer, several in an array. */
const target = (values: string[]) => (values.length === 1 ? values[0] : values);
export const countryIn = (...countries: string[]): Condition => ({
  type: "country",
  operator: "any",
  targetValue: target(countries),
});
export const isStaff: Condition = {
  type: "email",
  operator: "str_contains_any",
  targetValue: "@havnhytte.example",
};
export const appFrom = (version: string): Condition => ({
  type: "app_version",
  operator: "version_gte",
  targetValue: version,
});
export const fieldIs = (field: string, ...values: string[]): Condition => ({
  type: "custom_field",
  operator: "any",
  field,
  targetValue: target(values),
});
