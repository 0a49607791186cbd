// Experiments with logs of a given size, made by the embedded database itself from hashes of row numbers: equal at every run.
import { openDatabase } from "#service/database/open-database.ts";
import { writeEntity } from "#service/database/entities.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import type { Transaction } from "#service/database/database.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1);
/** The time of every experiment here, both ends included, ms. */
export const largeWindow = { start, end: start + 14 * day };

/** A number from 0 to 1 for the row `number`; each `draw` is independent of the others. */
const drawn = (draw: number) => `((hash(number + ${draw}00000000000) % 1000000007) / 1000000007.0)`;
/** One of a list, each as likely as the others. */
const oneOf = (draw: number, texts: readonly string[]) =>
  `list_value(${texts.map((text) => `'${text}'`).join(", ")})[floor(${drawn(draw)} * ${texts.length})::integer + 1]`;
const jsonOf = (fields: Readonly<Record<string, string>>) =>
  `'{' || ${Object.entries(fields)
    .map(([key, sql]) => `'"${key}":"' || ${sql} || '"'`)
    .join(" || ',' || ")} || '}'`;

const metric = (name: string, type: string, definition: object) => ({
  id: `${name}::${type}`,
  name,
  type,
  directionality: "increase",
  ...definition,
});
const counts = (event: string) => ({ lineage: { events: [event], metrics: [] } });
const value = (name: string) => ({ name, type: "value" });

interface Setup {
  id: string;
  groups: readonly string[];
  metrics: readonly ReturnType<typeof metric>[];
  dimensions: readonly { key: string; type: "user" | "event" }[];
}

async function store(transaction: Transaction, { id, groups, metrics, dimensions }: Setup) {
  const document = {
    id,
    name: id,
    status: "active",
    idType: "userID",
    startTime: largeWindow.start,
    endTime: largeWindow.end,
    duration: 14,
    groups: groups.map((group) => ({ id: group, name: group, size: 100 / groups.length })),
    primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
    cuped: true,
    sequentialTesting: true,
    defaultConfidenceInterval: "95",
    dimensions: [...dimensions],
  };
  await writeMetrics(transaction, [...metrics]);
  await writeEntity(transaction, "experiment", { document, references: [] }, start);
}

async function expose(
  transaction: Transaction,
  { id, groups }: Setup,
  units: number,
  properties: Readonly<Record<string, readonly string[]>>,
) {
  const fields = Object.entries(properties).map(([key, texts], index) => [key, oneOf(10 + index, texts)]);
  await transaction.query(
    `insert into exposure (experiment_id, group_id, unit_id, time, properties)
     select '${id}', ${oneOf(1, groups)}, 'user-' || number, ${start} + (${drawn(2)} * ${7 * day})::bigint,
       ${jsonOf(Object.fromEntries(fields))}
     from range(${units}) as numbers (number)`,
  );
}

const names = Array.from({ length: 20 }, (_, index) => `event_${index}`);
const between = (from: number, to: number) => names.slice(from, to);
const fifty = [
  ...names.map((name) => metric(`count of ${name}`, "event_count", counts(name))),
  ...between(0, 10).map((name) => metric(`days with ${name}`, "event_dau", counts(name))),
  ...between(5, 10).map((name) => metric(`sum of ${name}`, "sum", { metricEvents: [value(name)] })),
  ...between(10, 15).map((name) =>
    metric(`items of ${name}`, "sum", { metricEvents: [{ name, type: "metadata", metadataKey: "items" }] }),
  ),
  ...between(5, 9).map((name) => metric(`mean of ${name}`, "mean", { metricEvents: [value(name)] })),
  ...between(5, 8).map((name, index) =>
    metric(`${name} per next`, "ratio", {
      metricEvents: [value(name), { name: `event_${index + 6}`, type: "count" }],
    }),
  ),
  ...["users", "events", "users"].map((counted, index) =>
    metric(`funnel ${index}`, "funnel", {
      funnelCountDistinct: counted,
      funnelEventList: between(3 * index, 3 * index + 3).map((name) => ({ name, type: "event_dau" })),
    }),
  ),
];

/** Two experiments on the same log, each of two groups and 50 metrics with a covariate, with 20 events a unit in 21 days: few units are
 *  busy and few events frequent, as in a shop. Beside country and tier `by-device` has a third dimension of its units and `by-channel` one
 *  of its events. */
export async function storeLargeExperiments(dataDir: string, units: number) {
  const database = await openDatabase({ dataDir });
  const events = 20 * units;
  const setup = (third: "device" | "channel"): Setup => ({
    id: `by-${third}`,
    groups: ["a", "b"],
    metrics: fifty,
    dimensions: [
      { key: "country", type: "user" },
      { key: "tier", type: "user" },
      { key: third, type: third === "device" ? "user" : "event" },
    ],
  });
  const channels = ["web", "app", "mail", "store", "ads"];
  const channel = `case when ${drawn(7)} < 0.96 then ${oneOf(8, channels)} else ${oneOf(8, ["kiosk", "phone"])} end`;
  const fill = async (transaction: Transaction) => {
    for (const third of ["device", "channel"] as const) {
      await store(transaction, setup(third));
      await expose(transaction, setup(third), units, {
        country: ["DE", "SE", "US", "FR", "NL", "BR", "JP", "IN", "GB", "ES"],
        tier: ["free", "pro", "gold"],
        device: ["phone", "tablet", "laptop", "desktop"],
      });
    }
    await transaction.query(
      `insert into event (name, time, unit_id, value, value_number, source, metadata, seq)
       select 'event_' || (floor(exp(${drawn(3)} * ln(21.0))) - 1)::integer,
         ${start - 7 * day} + (number / ${events}.0 * ${21 * day})::bigint,
         'user-' || floor(${units} * pow(${drawn(4)}, 2))::bigint, amount::text, amount, 'bench',
         ${jsonOf({ channel, items: `floor(${drawn(5)} * 5)::integer` })}, number
       from (
         select number, round(-20 * ln(1 - ${drawn(6)}), 2) as amount from range(${events}) as numbers (number)
       ) as rows`,
    );
    await countLog(transaction);
  };
  await database.transaction(fill, { isLong: true });
  await database.close();
}

/** As the Hillstrom campaign: 64 000 customers in three groups, visits, conversions and spend, what they spent before, four properties. */
export async function storeCampaign(dataDir: string) {
  const database = await openDatabase({ dataDir });
  const setup: Setup = {
    id: "campaign",
    groups: ["none", "mens", "womens"],
    metrics: [
      metric("visit", "event_count", counts("visit")),
      metric("conversion", "event_count", counts("conversion")),
      metric("spend", "sum", { metricEvents: [value("spend")] }),
    ],
    dimensions: ["zip", "channel", "newbie", "history"].map((key) => ({ key, type: "user" })),
  };
  await database.transaction(async (transaction) => {
    await store(transaction, setup);
    await expose(transaction, setup, 64_000, {
      zip: ["Surburban", "Urban", "Rural"],
      channel: ["Phone", "Web", "Multichannel"],
      newbie: ["0", "1"],
      history: ["0-100", "100-200", "200-350", "350-500", "500-750", "750-1000", "1000+"],
    });
    for (const [name, share, time] of [
      ["visit", 0.147, start + 8 * day],
      ["conversion", 0.009, start + 9 * day],
      ["spend", 0.009, start + 9 * day],
      ["spend", 1, start - day],
    ] as const)
      await transaction.query(
        `insert into event (name, time, unit_id, value, value_number, source, metadata, seq)
         select '${name}', ${time}, 'user-' || number, amount::text, amount, 'bench', '{}', number
         from (select number, round(-240 * ln(1 - ${drawn(3)}), 2) as amount from range(64000) as numbers (number)) as rows
         where ${drawn(4)} < ${share}`,
      );
    await countLog(transaction);
  });
  await database.close();
}

/** Counts the log, as loading rows does by itself. */
async function countLog(transaction: Transaction) {
  for (const [kind, name] of [
    ["exposure", "experiment_id"],
    ["event", "name"],
  ])
    await transaction.query(
      `insert into log_state (kind, name, logged) select '${kind}', ${name}, count(*) from ${kind} group by ${name}`,
    );
}
