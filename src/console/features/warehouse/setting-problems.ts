// Checks typed settings by the contract, as the service does, so that a wrong one is told at its field before it is sent. Pure.
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { WarehouseConnectionUpdate } from "#contract/warehouse-connection-update.ts";
import type { WarehouseField, WarehouseProvider } from "#contract/warehouse-providers.ts";
import { inTypedUnit, propertyOf, requestOf } from "./limit-fields.ts";
import { changesOf, problemOf, type Draft } from "./warehouse-draft.ts";

/** Returns the problems of a request by the names of its fields. */
export function namedProblems(
  provider: WarehouseProvider,
  fields: readonly WarehouseField[],
  problems: readonly Problem[],
): ReadonlyMap<string, string> {
  const told = new Map(problems.map(({ property, errorMessage }) => [property, errorMessage]));
  const found = fields.flatMap((field) => {
    const message = told.get(propertyOf(provider, field.name));
    return message === undefined ? [] : [[field.name, inTypedUnit(field, message)] as const];
  });
  return new Map(found);
}

/** Returns the problem of each wrongly edited field, by the name of the field. */
export function settingProblems(
  provider: WarehouseProvider,
  fields: readonly WarehouseField[],
  draft: Draft,
): ReadonlyMap<string, string> {
  const body = requestOf(provider, changesOf(fields, draft), "sent");
  const { success, error } = WarehouseConnectionUpdate.safeParse(body);
  const refused = namedProblems(provider, fields, success ? [] : problemsOf(error, body));
  const found = fields.flatMap((field) => {
    const message = problemOf(field, draft[field.name]) ?? refused.get(field.name);
    return message === undefined ? [] : [[field.name, message] as const];
  });
  return new Map(found);
}
