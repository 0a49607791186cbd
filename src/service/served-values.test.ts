// The service gives browsers and plain HTTP requests the values that the published server libraries decide from its rules document.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { sameJson } from "#contract/json5.ts";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import type { ConfigFacts, GateFacts } from "#targeting/evaluate/evaluate.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import type { HoldoutFacts } from "#targeting/rules-document/holdouts.ts";
import type { SegmentFacts } from "#targeting/rules-document/segments.ts";
import type { LayerFacts } from "#targeting/experiments/layers.ts";
import { hashedName, nameHashes } from "#targeting/served-values/name-hash.ts";
import { evaluatedEntities } from "./evaluated-entities.test-support.ts";
import { ownUser, project } from "./random-project.test-support.ts";
import { librariesAgreeOn } from "./read-alike.test-support.ts";
import { serverLibraries } from "./server-libraries.test-support.ts";
import { testApp, testNow } from "./test-app.test-support.ts";

const seed = Number(process.env["LIBRARY_SEED"] ?? 15);
// A PostgreSQL server differs only in how documents are cached, for which a few users are enough.
const users = Number(process.env["LIBRARY_USERS"] ?? (process.env["TEST_DATABASE_URL"] ? 200 : 2000));

let service: Awaited<ReturnType<typeof testApp>>;
let key: string;
beforeEach(async () => {
  service = await testApp({ now: Date.now });
  key = await createKey(
    service.database,
    { name: "Web", kind: "client", environment: "production" },
    testNow,
  );
});
afterEach(() => service.close());

const Entry = z.looseObject({ value: z.unknown(), rule_id: z.string() });
const Given = z.looseObject({
  feature_gates: z.record(z.string(), Entry),
  dynamic_configs: z.record(z.string(), Entry),
  layer_configs: z.record(z.string(), Entry),
});

type Given = z.infer<typeof Given>;
const namesIn = (given: Given) =>
  [given.feature_gates, given.dynamic_configs, given.layer_configs].map((entries) => Object.keys(entries));
const entryOf = (
  { feature_gates: gates, dynamic_configs: configs, layer_configs: layers }: Given,
  name: string,
) => gates[name] ?? configs[name] ?? layers[name];

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await service.app.request(path, {
    method: "POST",
    headers: { "STATSIG-API-KEY": key },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

const silent = { exposureLoggingDisabled: true };

/** The answers over plain HTTP, by name. */
async function plainAnswers(user: object, gateNames: readonly string[], configs: readonly string[]) {
  const asking = { user, statsigMetadata: silent };
  const found = new Map(
    Object.entries(z.record(z.string(), Entry).parse(await post("/v1/check_gate", { ...asking, gateNames }))),
  );
  for (const configName of configs)
    found.set(configName, Entry.parse(await post("/v1/get_config", { ...asking, configName })));
  const layer = z
    .object({ name: z.string(), value: z.unknown(), ruleID: z.string() })
    .parse(await post("/v1/get_layer", { ...asking, layerName: "layer" }));
  found.set(layer.name, { value: layer.value, rule_id: layer.ruleID });
  return found;
}

interface Served {
  gates: readonly GateFacts[];
  segments: readonly SegmentFacts[];
  config: ConfigFacts;
  layered: { layer: LayerFacts; experiments: readonly ExperimentFacts[] };
  holdouts: readonly HoldoutFacts[];
}

/** Stores a project in place of the former one. */
async function serve({ gates, segments, config, layered: { layer, experiments }, holdouts }: Served) {
  const named = (entity: { id: string }) => ({ document: { name: entity.id, ...entity }, references: [] });
  await service.database.transaction(async (transaction) => {
    for (const gate of gates) await writeEntity(transaction, "gate", named(gate), testNow);
    await writeEntity(transaction, "dynamic_config", named(config), testNow);
    await transaction.query("delete from experiment");
    transaction.changed(["experiment", "other-1", "other-2"].map((id) => `experiment ${id}`));
    for (const experiment of experiments)
      await writeEntity(transaction, "experiment", named(experiment), testNow);
    await writeEntity(transaction, "layer", named(layer), testNow);
    await transaction.query("delete from holdout");
    transaction.changed(["holdout held-0", "holdout held-1"]);
    for (const holdout of holdouts) {
      const document = { ...holdout, isGlobal: false };
      await writeEntity(transaction, "holdout", { document, references: [] }, testNow);
    }
    for (const segment of segments) await writeEntity(transaction, "segment", named(segment), testNow);
  });
}

/** The entry without the fields that only this product adds. */
function asTheirs(given: z.infer<typeof Entry>) {
  const { version: _, ...entry } = given;
  return entry;
}

test(`${users} users of random gates, configs and experiments (seed ${seed}) get the same from the libraries, the service and the console`, async () => {
  const different: string[] = [];
  const counts = { judged: 0, unjudged: 0, readDifferently: 0 };
  const samples = fc.sample(project, { seed, numRuns: users / 40 });
  for (const [number, { withSegments, config, layered, holdouts, users: some }] of samples.entries()) {
    const { layer, experiments } = layered;
    const { gates, segments } = withSegments;
    const served = { gates: [...gates.values()], segments, config, layered, holdouts };
    await serve(served);
    const libraries = await serverLibraries({
      ...served,
      configs: [config],
      experiments: [...experiments].sort((one, other) => (one.id < other.id ? -1 : 1)),
      layers: [layer],
    });
    const asked = evaluatedEntities(gates, config, layered, segments, holdouts);
    const configNames = [config, ...experiments.slice(0, 1)].map(({ id }) => id);
    const hash = nameHashes[number % nameHashes.length] ?? "none";
    for (const user of some) {
      const theirs = libraries.forUser(user);
      const own = ownUser(user, Date.now());
      const theirEntries = Given.parse(theirs.initialize(hash));
      const entries = Given.parse(await post("/v1/initialize", { user, hash }));
      expect(namesIn(entries)).toEqual(namesIn(theirEntries));
      const checks = await plainAnswers(user, [...gates.keys()], configNames);
      for (const one of asked) {
        if (!librariesAgreeOn(one.rules, own)) {
          counts.readDifferently += 1;
          continue;
        }
        const console = one.own(own);
        const { js, native } = one.theirs(theirs);
        const name = hashedName(one.name, hash);
        const entry = entryOf(entries, name);
        const theirEntry = entryOf(theirEntries, name);
        const initialize = { ...js, value: entry?.value, rule: entry?.rule_id };
        const answers = {
          js,
          native,
          initialize,
          plain: { ...js, value: checks.get(one.name)?.value, rule: checks.get(one.name)?.rule_id },
          ...("notJudged" in console
            ? {}
            : { console: { ...js, ...console, rule: console.rule ?? js.rule } }),
        };
        const isSame = Object.values(answers).every((answer) => sameJson(answer, js));
        if (!isSame || !entry || !sameJson(asTheirs(entry), theirEntry))
          different.push(
            JSON.stringify({ asked: one.name, user, ...answers, entry, theirEntry, rules: one.rules }),
          );
        counts["notJudged" in console ? "unjudged" : "judged"] += 1;
      }
    }
    await libraries.close();
  }
  expect(different.slice(0, 5)).toEqual([]);
  expect(counts.judged).toBeGreaterThan(users);
});

test("the gates asked on the way are reported: of earlier rules, and of a choice up to the one that fits", async () => {
  const gate = (id: string, rules: GateFacts["rules"]) => ({
    id,
    rules,
    isEnabled: true,
    status: "In Progress",
  });
  const rule = (id: string, ...targetValue: string[]) => ({
    id,
    name: id,
    passPercentage: 100,
    conditions: targetValue.length ? [{ type: "passes_gate", targetValue }] : [],
  });
  const gates = [
    gate("on", [rule("all")]),
    gate("also_on", [rule("all")]),
    gate("off", []),
    gate("behind", [rule("r", "off")]),
    gate("asking", [
      rule("first", "behind"),
      rule("second", "off", "on", "also_on"),
      rule("third", "also_on"),
    ]),
  ];
  for (const { id, ...rest } of gates)
    await service.database.transaction((transaction) =>
      writeEntity(transaction, "gate", { document: { id, name: id, ...rest }, references: [] }, testNow),
    );
  const libraries = await serverLibraries({ gates, configs: [], experiments: [] });
  const theirs = Given.parse(libraries.forUser({ userID: "u" }).initialize("none"));
  await libraries.close();
  const ours = Given.parse(await post("/v1/initialize", { user: { userID: "u" }, hash: "none" }));
  const exposed = [
    { gate: "off", gateValue: "false", ruleID: "default" },
    { gate: "behind", gateValue: "false", ruleID: "default" },
    { gate: "on", gateValue: "true", ruleID: "all" },
  ];
  for (const given of [ours, theirs])
    expect(given.feature_gates["asking"]).toMatchObject({ rule_id: "second", secondary_exposures: exposed });
});
