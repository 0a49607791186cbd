import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GateDependencies } from "#contract/gate-dependencies.ts";
import { loadEntities, type EntityKind } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import type { Referring } from "#targeting/dependencies/references.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  service = await testApp();
});
afterEach(() =>
  service.database.transaction(async (transaction) => {
    for (const table of ["gate", "experiment", "dynamic_config", "gate_reference"])
      await transaction.query(`delete from ${table}`);
  }),
);
afterAll(() => service.close());

const asks = (...gates: string[]) => ({
  id: "r1:50.00:1",
  baseID: "r1",
  name: "Asks",
  passPercentage: 50,
  conditions: gates.map((targetValue) => ({ type: "passes_gate", targetValue })),
  environments: ["production"],
});
const gate = (id: string, needs: readonly string[] = [], change: object = {}) => ({
  id,
  name: `Gate ${id}`,
  isEnabled: true,
  status: "In Progress",
  createdTime: testNow,
  lastModifiedTime: testNow,
  rules: needs.length > 0 ? [asks(...needs)] : [],
  ...change,
});
const experiment = (id: string, change: object) => ({
  id,
  name: `Test ${id}`,
  status: "active",
  groups: [],
  ...change,
});

const store = (kind: EntityKind, ...documents: (EntityDocument & Referring)[]) =>
  service.database.transaction((transaction) =>
    loadEntities(
      transaction,
      kind,
      documents.map((document) => ({ document, references: gateReferences(document) })),
    ),
  );

const get = (path: string) => service.request("GET", `/console/v1/gates/${path}`);
async function read(id: string, query = "") {
  const { status, body } = await get(`${id}/dependencies${query}`);
  expect({ status, message: body.message }).toEqual({
    status: 200,
    message: "Gate dependencies read successfully.",
  });
  return GateDependencies.parse(body.data);
}

type Reached = GateDependencies["dependents"];
const keys = ({ entities }: Reached) => entities.map(({ kind, id }) => `${kind}/${id}`);
const edges = (reached: Reached) => reached.edges.map(({ from, to }) => `${from.id} → ${to}`).sort();

test("everything that refers to a gate, the nearest first, and everything that it refers to", async () => {
  await store(
    "gate",
    gate("base", ["ground", "lost"]),
    gate("ground", [], { checksPerHour: 1200 }),
    gate("upper", ["base"]),
    gate("old", ["base"], { status: "Archived", isEnabled: false }),
    gate("unrelated"),
  );
  await store(
    "experiment",
    experiment("price", { targetingGateID: "upper", startTime: 5, duration: 14 }),
    experiment("inline", {
      inlineTargetingRulesJSON: JSON.stringify([
        { name: "inline", passPercentage: 100, conditions: [{ type: "passes_gate", targetValue: ["base"] }] },
      ]),
    }),
  );
  await store("dynamic_config", { ...gate("texts", ["upper", "base"]), status: undefined });
  const { start, dependents, dependencies, gates } = await read("base");
  expect(start).toMatchObject({ kind: "gate", id: "base", name: "Gate base" });
  expect(gates).toMatchObject([
    { id: "base", rules: [{ name: "Asks" }] },
    { id: "ground", rules: [] },
  ]);
  expect(keys(dependents)).toEqual([
    "dynamic_config/texts",
    "experiment/inline",
    "gate/old",
    "gate/upper",
    "experiment/price",
  ]);
  expect(edges(dependents)).toEqual([
    "inline → base",
    "old → base",
    "price → upper",
    "texts → base",
    "texts → upper",
    "upper → base",
  ]);
  expect(dependents.edges.find(({ from, to }) => from.id === "texts" && to === "upper")?.references).toEqual([
    {
      gateID: "upper",
      how: "passes",
      ruleIndex: 0,
      ruleName: "Asks",
      ruleID: "r1",
      environments: ["production"],
    },
  ]);
  expect(dependents.entities).toMatchObject([
    { name: "Gate texts", status: "Enabled", isEnabled: true },
    { status: "active" },
    { status: "Archived", isEnabled: false },
    { status: "In Progress", type: "TEMPORARY", typeReason: "NONE" },
    { name: "Test price", startTime: 5, duration: 14 },
  ]);
  expect(dependencies.entities).toMatchObject([
    { id: "ground", checksPerHour: 1200 },
    { id: "lost", name: "lost", status: "Missing", isMissing: true },
  ]);
  expect(edges(dependencies)).toEqual(["base → ground", "base → lost"]);
  expect([...dependents.truncations, ...dependencies.truncations]).toEqual([]);
});

test("a circle is answered once, with the edge that closes it", async () => {
  await store("gate", gate("a", ["b"]), gate("b", ["c"]), gate("c", ["a", "c"]));
  const { dependents, dependencies } = await read("a");
  expect(keys(dependents)).toEqual(["gate/c", "gate/b"]);
  expect(keys(dependencies)).toEqual(["gate/b", "gate/c"]);
  const all = ["a → b", "b → c", "c → a", "c → c"];
  expect([edges(dependents), edges(dependencies)]).toEqual([all, all]);
});

test("one direction alone, so many steps and so many entities: what is cut off is named", async () => {
  await store(
    "gate",
    ...["b", "c", "d"].map((id, index) => gate(id, [["a", "b", "c"][index] ?? ""])),
    gate("a"),
  );
  await store("gate", gate("b1", ["a"]), gate("b2", ["a"]));
  const one = await read("c", "?direction=dependencies&depth=1");
  expect([keys(one.dependents), keys(one.dependencies)]).toEqual([[], ["gate/b"]]);
  expect(one.dependencies.truncations).toEqual([
    { kind: "gate", id: "b", name: "Gate b", reason: "depth", message: "Not followed further than 1 step." },
  ]);
  const two = await read("a", "?depth=2&limit=3&direction=dependents");
  expect(keys(two.dependents)).toEqual(["gate/b", "gate/b1", "gate/b2"]);
  expect(two.dependents.truncations).toEqual([
    {
      kind: "gate",
      id: "a",
      name: "Gate a",
      reason: "limit",
      message: "Of 4 entities the nearest 3 are listed.",
    },
  ]);
  const all = await read("a", "?depth=3");
  expect(keys(all.dependents)).toEqual(["gate/b", "gate/b1", "gate/b2", "gate/c", "gate/d"]);
  expect(all.dependents.truncations).toEqual([]);
});

test("an experiment whose targeting cannot be read may refer to any gate, unless it is archived", async () => {
  const inlineTargetingRulesJSON = "passes_gate(a)";
  await store("gate", gate("a"));
  await store(
    "experiment",
    experiment("torn", { inlineTargetingRulesJSON }),
    experiment("gone", { inlineTargetingRulesJSON, status: "archived" }),
  );
  const { dependents } = await read("a");
  expect(dependents.entities).toEqual([]);
  expect(dependents.truncations).toEqual([
    {
      kind: "experiment",
      id: "torn",
      name: "Test torn",
      reason: "unreadable",
      message: "Its inline targeting cannot be read, so it may depend on this gate.",
    },
  ]);
});

test("a gate that only archived entities refer to may be stale", async () => {
  const longAgo = { createdTime: 1, lastModifiedTime: 1 };
  await store("gate", gate("a", ["b"]), gate("b", [], longAgo), gate("c", ["d"], { status: "Archived" }));
  await store("gate", gate("d", [], longAgo));
  expect((await read("a")).dependencies.entities).toMatchObject([{ id: "b", type: "TEMPORARY" }]);
  expect((await read("c")).dependencies.entities).toMatchObject([
    { id: "d", type: "STALE", typeReason: "STALE_NO_RULES" },
  ]);
});

test("an unknown gate, and bounds that are none", async () => {
  expect(await get("none/dependencies")).toMatchObject({ status: 404, body: { message: "Gate not found." } });
  await store("gate", gate("a"));
  expect(await get("a/dependencies?depth=0&limit=2001&direction=up&dept=3")).toMatchObject({
    status: 400,
    body: {
      message: "Bad Request Exception",
      errors: expect.arrayContaining([
        { property: "depth", errorMessage: "Expected a whole number from 1 to 100, received '0'" },
        { property: "limit", errorMessage: "Expected a whole number from 1 to 2000, received '2001'" },
        expect.objectContaining({ property: "direction" }),
        expect.objectContaining({ property: "dept" }),
      ]),
    },
  });
});

const anyProject = fc.record({
  gates: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }), {
    minLength: 1,
    maxLength: 9,
  }),
  experiments: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  depth: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: 8 }),
});

interface Step {
  readonly from: string;
  readonly to: string;
}

/** Keys by level, the nearest first; within a level by kind and id. */
function traverse(steps: readonly Step[], start: string, depth: number) {
  const found = new Set([start]);
  for (let level = [start]; depth > 0 && level.length > 0; depth -= 1) {
    const next = steps.flatMap(({ from, to }) => (level.includes(from) && !found.has(to) ? [to] : []));
    level = [...new Set(next)].sort();
    for (const key of level) found.add(key);
  }
  return [...found].slice(1);
}

test("any project: the one query finds what a plain traversal finds", async () => {
  await fc.assert(
    fc
      .asyncProperty(anyProject, async ({ gates, experiments, depth, limit }) => {
        const needs = (index: number) => (gates[index] ?? []).map((other) => `g${other}`);
        await store("gate", ...gates.map((_, index) => gate(`g${index}`, needs(index))));
        await store(
          "experiment",
          ...experiments.map((other, index) => experiment(`e${index}`, { targetingGateID: `g${other}` })),
        );
        const references: Step[] = [
          ...gates.flatMap((_, index) =>
            needs(index).map((to) => ({ from: `gate/g${index}`, to: `gate/${to}` })),
          ),
          ...experiments.map((other, index) => ({ from: `experiment/e${index}`, to: `gate/g${other}` })),
        ];
        const back = references.map(({ from, to }) => ({ from: to, to: from }));
        const answer = await read("g0", `?depth=${depth}&limit=${limit}`);
        for (const [steps, reached] of [
          [references, answer.dependencies],
          [back, answer.dependents],
        ] as const) {
          const all = traverse(steps, "gate/g0", depth);
          const listed = all.slice(0, limit);
          expect(keys(reached)).toEqual(listed);
          const among = new Set(["gate/g0", ...listed]);
          expect(reached.edges.map(({ from, to }) => `${from.kind}/${from.id} gate/${to}`).sort()).toEqual(
            references
              .filter(({ from, to }) => among.has(from) && among.has(to))
              .map(({ from, to }) => `${from} ${to}`)
              .sort(),
          );
          const further = traverse(steps, "gate/g0", depth + 1);
          const cut = steps
            .filter(({ to }) => further.includes(to) && !all.includes(to))
            .map(({ from }) => from);
          expect(reached.truncations.map(({ reason, kind, id }) => `${reason} ${kind}/${id}`)).toEqual([
            ...(all.length > limit ? ["limit gate/g0"] : []),
            ...listed.filter((key) => cut.includes(key)).map((key) => `depth ${key}`),
          ]);
        }
      })
      .afterEach(() =>
        service.database.transaction(async (transaction) => {
          for (const table of ["gate", "experiment", "gate_reference"])
            await transaction.query(`delete from ${table}`);
        }),
      ),
    { numRuns: 60 },
  );
});
