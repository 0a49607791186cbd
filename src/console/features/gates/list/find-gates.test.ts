import { expect, test } from "vitest";
import type { Gate } from "#contract/gate.ts";
import { findGates, listed } from "./find-gates.ts";
import type { GateListSearch } from "./gate-search.ts";

const gate = (id: string, more: Partial<Gate> = {}): Gate => ({
  id,
  name: id.toUpperCase(),
  isEnabled: true,
  status: "In Progress",
  rules: [],
  ...more,
});

const gates = listed([
  gate("b_first", { tags: ["core", "web"] }),
  gate("a_second", { tags: ["core"], typeReason: "STALE_NO_RULES" }),
  gate("gone", { status: "Archived" }),
  gate("off", { status: "Disabled", name: "Ärger" }),
]);

test.each<[string, GateListSearch, string[]]>([
  ["all but the archived, in the order given", {}, ["b_first", "a_second", "off"]],
  ["archived ones when asked for", { status: ["Archived"] }, ["gone"]],
  ["by a part of the name in any case", { search: " ärG " }, ["off"]],
  ["by a part of the id", { search: "_s" }, ["a_second"]],
  ["never across name and id", { search: "gone gone" }, []],
  ["with every tag", { tags: ["core", "web"] }, ["b_first"]],
  ["by any of the reasons to be stale", { stale: ["STALE_NO_RULES", "STALE_X"] }, ["a_second"]],
])("%s", (_, search, ids) => {
  expect(findGates(gates, search).map(({ id }) => id)).toEqual(ids);
});
