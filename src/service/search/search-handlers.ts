// Searches everything that the console lists, and finds the names of ids.
import { distance } from "fastest-levenshtein";
import type { Database } from "#service/database/database.ts";
import {
  findByID,
  findByName,
  findMetrics,
  findRules,
  kindsOf,
  readNames,
} from "#service/database/search.ts";
import type { Handlers } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

const mostClose = 5;

/** Edit distance between a name or id and the typed text; 0 where the id contains the text or the text the id. */
function distanceOf(typed: string, id: string, name: string): number {
  const [lowerID, lowerName] = [id.toLowerCase(), name.toLowerCase()];
  if (lowerID.includes(typed) || typed.includes(lowerID)) return 0;
  return Math.min(distance(typed, lowerID), distance(typed, lowerName));
}

export function searchHandlers(database: Database) {
  return {
    search: async ({ query: { text, kind, limit } }) => {
      const reader = await database.upToDate();
      const wanted = text.trim();
      const isInside = kind === undefined && wanted !== "";
      const [entities, rules, metrics] = await Promise.all([
        Promise.all(kindsOf(kind).map((one) => findByName(reader, one, wanted, limit))),
        isInside ? findRules(reader, wanted, limit) : [],
        isInside ? findMetrics(reader, wanted, limit) : [],
      ]);
      const ids = gateIDsIn(rules.map(({ rule }) => rule));
      const gates = ids.length ? await findByID(reader, "gate", ids) : [];
      return { data: { entities: entities.flat(), rules, metrics, gates } };
    },
    readNames: async ({ query: { kind, ids } }) => ({
      data: await findByID(await database.upToDate(), kind, ids),
    }),
    readCloseNames: async ({ query: { kind, id } }) => {
      const typed = id.toLowerCase();
      const names = await readNames(await database.upToDate(), kind);
      const close = names
        .map((row) => ({ ...row, far: distanceOf(typed, row.id, row.name) }))
        .filter(({ far }) => far <= Math.max(3, typed.length / 2))
        .sort((left, right) => left.far - right.far || (left.id < right.id ? -1 : 1))
        .slice(0, mostClose);
      return { data: close.map(({ id, name }) => ({ kind, id, name })) };
    },
  } satisfies Partial<Handlers>;
}
