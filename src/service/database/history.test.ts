// The size of the history of documents: pages, compression, and the migration from a history of whole documents.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { testApp } from "#service/test-app.test-support.ts";
import type { Database } from "./database.ts";
import { writeEntity } from "./entities.ts";
import { listVersions } from "./entity-lists.ts";
import { readFormerRules } from "./history.ts";
import { compressHistory } from "./compress-history.ts";
import { migrate } from "./migrations.ts";
import { openTestDatabase } from "./test-database.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const path = "/console/v1/gates/checkout";
/** A gate of about 900 kB. */
const large = (version: number) => ({
  isEnabled: true,
  description: String(version),
  rules: Array.from({ length: 10 }, (_, rule) => ({
    name: `Rule ${rule}`,
    passPercentage: 100,
    environments: null,
    conditions: [
      {
        type: "user_id",
        operator: "any",
        targetValue: Array.from({ length: 9000 }, () => randomBytes(4).toString("hex").slice(1)),
      },
    ],
  })),
});
const Versions = z.array(z.looseObject({ version: z.number() }));

async function saveLarge(count: number) {
  await service.request("POST", "/console/v1/gates", { body: { name: "Checkout", description: "" } });
  for (let version = 2; version <= count; version += 1)
    expect((await service.request("POST", path, { body: large(version) })).status).toBe(200);
}

test("a history of large versions comes in pages of a bounded size, whose links lead to every version once", async () => {
  await saveLarge(6);
  const seen: number[] = [];
  let next: string | null | undefined = `${path}/versions?limit=100`;
  while (next) {
    const { body, text } = await service.request("GET", next, { key: "read" });
    expect(text.length).toBeLessThan(2_200_000);
    seen.push(...Versions.parse(body.data).map(({ version }) => version));
    expect(body.pagination).toMatchObject({ totalItems: 6, itemsPerPage: 2 });
    next = body.pagination?.nextPage;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1]);
  const [{ size, packed } = { size: 0, packed: 0 }] = await service.database.query<Record<string, number>>(
    "select sum(size) as size, sum(octet_length(packed)) as packed from entity_history",
  );
  expect(size).toBeGreaterThan(3_000_000);
  expect(packed).toBeLessThan((size ?? 0) / 1.8);
});

test("a rule of an earlier version comes back by its id, and no version is read for it", async () => {
  await saveLarge(2);
  const rules = z.object({ rules: z.array(z.looseObject({ id: z.string(), baseID: z.string() })) });
  const [rule] = rules.parse((await service.request("GET", path)).body.data).rules;
  await service.request("POST", path, { body: { isEnabled: true, description: "", rules: [] } });
  await service.database.query("delete from entity_history");
  const again = (id: string | undefined) =>
    service.request("POST", `${path}?dryRun=true`, {
      body: {
        isEnabled: true,
        description: "",
        rules: [{ id, name: "Again", passPercentage: 100, environments: null, conditions: [] }],
      },
    });
  for (const id of [rule?.id, rule?.baseID])
    expect(rules.parse((await again(id)).body.data).rules[0]).toMatchObject({ id: rule?.id });
  expect((await again("nothing")).body.errors?.[0]?.property).toBe("rules.0.id");
});

test("what would be stored in more than 1 MiB is refused by its largest field, and may shrink where it is there", async () => {
  await service.request("POST", "/console/v1/dynamic_configs", { body: { name: "Shop", description: "" } });
  const send = (length: number) =>
    service.request("POST", "/console/v1/dynamic_configs/shop", {
      body: {
        isEnabled: true,
        description: "",
        rules: [],
        defaultValue: { a: "x".repeat(length) },
        tags: [],
      },
    });
  expect((await send(400_000)).status).toBe(200);
  const before = await service.request("GET", "/console/v1/dynamic_configs/shop");
  const rule = {
    name: "Large",
    passPercentage: 100,
    conditions: [{ type: "public" }],
    returnValue: { a: "x".repeat(700_000) },
  };
  const patched = await service.request("PATCH", "/console/v1/dynamic_configs/shop", {
    body: { rules: [rule] },
  });
  expect(patched.body).toMatchObject({ status: 400, errors: [{ property: "rules" }] });
  expect(patched.body.errors?.[0]?.errorMessage).toMatch(
    /^The dynamic config would be stored in 1,1\d\d,\d\d\d bytes; at most 1,048,576 are allowed$/,
  );
  expect((await service.request("GET", "/console/v1/dynamic_configs/shop")).text).toBe(before.text);
  const document = {
    id: "shop",
    name: "Shop",
    description: "x".repeat(1_500_000),
    isEnabled: true,
    rules: [],
    version: 5,
  };
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "dynamic_config", { document, references: [] }, 0),
  );
  expect((await send(500_000)).status).toBe(200);
});

/** Restores the tables from before earlier versions were compressed. */
async function goBack(database: Database) {
  await database.transaction(async (transaction) => {
    for (const table of ["entity_history", "former_rule"]) await transaction.query(`drop table ${table}`);
    await transaction.query(
      "create table entity_version (kind text not null, id text not null, version integer not null, saved_time bigint not null, document jsonb not null)",
    );
    await transaction.query(
      "delete from migration where name like '011%' or name like '012%' or name like '058%'",
    );
    const rule = (id: string) => ({
      id: `${id}:5.00:2`,
      baseID: id,
      name: id,
      passPercentage: 5,
      conditions: [],
    });
    const rows = [
      ["gate", 1, ["gone", "stays"]],
      ["gate", 2, ["late", "stays"]],
      ["experiment", 1, []],
    ] as const;
    await transaction.query(
      `insert into gate (id, name, description, status, type, id_type, creator_name, tags, version, last_modified_time, document)
       values ('a', 'a', '', '', '', '', '', $2, 3, 0, $1::jsonb)`,
      [JSON.stringify({ id: "a", version: 3, rules: [rule("stays")] }), []],
    );
    for (const [kind, version, rules] of rows)
      await transaction.query("insert into entity_version values ($1, 'a', $2, 1000, $3::jsonb)", [
        kind,
        version,
        JSON.stringify({ id: "a", version, text: "ö", rules: rules.map(rule) }),
      ]);
  });
}

test("a history of whole documents is compressed with nothing lost, also after a first attempt that broke off", async () => {
  const database = await openTestDatabase();
  await goBack(database);
  const breakOff = database.transaction(async (transaction) => {
    await transaction.query(
      "create table entity_history (kind text not null, id text not null, version integer not null, saved_time bigint not null, size integer not null, packed bytea not null)",
    );
    await compressHistory({
      ...transaction,
      query: (sql, values) => {
        if (sql.includes("former_rule")) throw new Error("killed");
        return transaction.query(sql, values);
      },
    });
  });
  await expect(breakOff).rejects.toThrow("killed");
  expect(await database.query("select count(*) as total from entity_version")).toEqual([{ total: 3 }]);
  await migrate(database);
  const versions = await listVersions(database, "gate", "a", { limit: 100, page: 1 }, (document) => document);
  expect(versions).toMatchObject({
    total: 3,
    itemsPerPage: 100,
    items: [{ version: 3 }, { version: 2, text: "ö" }, { version: 1, rules: [{ name: "gone" }, {}] }],
  });
  expect(await readFormerRules(database, "gate", "a", ["gone", "late:5.00:2", "stays"])).toMatchObject([
    { id: "late:5.00:2" },
    { baseID: "gone" },
  ]);
  await expect(database.query("select 1 as one from entity_version")).rejects.toThrow();
  await database.close();
});
