// The migrations that create the tables, in order. A migration that has run anywhere must never be edited; add another one instead.
import { z } from "zod/mini";
import type { Database, Transaction } from "./database.ts";
import { writeReferences } from "./entity-references.ts";
import type { DocumentRow } from "./entities.ts";
import { recordReadingChanges } from "./changed-readings.ts";
import { compressHistory } from "./compress-history.ts";
import { columns, columnValues } from "./entity-columns.ts";
import { columnsAtStart } from "./event-columns.ts";
import { gateReferences } from "./gate-references.ts";

interface Migration {
  name: string;
  /** For PostgreSQL alone, such as indexes: DuckDB scans columns, and its indexes block upserts. */
  postgresOnly?: true;
  duckdbOnly?: true;
  statements: readonly string[];
  /** Work that SQL cannot express; runs after the statements. */
  run?: (transaction: Transaction) => Promise<void>;
}

const entityTable = (name: string) => `create table ${name} (
  id text primary key,
  name text not null,
  description text not null,
  status text not null,
  type text not null,
  id_type text not null,
  creator_name text not null,
  tags text[] not null,
  version integer not null,
  last_modified_time bigint not null,
  document jsonb not null
)`;

const migrations: readonly Migration[] = [
  {
    name: "001 entities",
    statements: [
      entityTable("gate"),
      entityTable("dynamic_config"),
      entityTable("experiment"),
      `create table entity_version (
        kind text not null, id text not null, version integer not null, saved_time bigint not null, document jsonb not null
      )`,
      `create table gate_reference (gate_id text not null, kind text not null, entity_id text not null)`,
      `create table entity_property (name text not null, document jsonb not null)`,
      `create table metric (id text not null, name text not null, type text not null, document jsonb not null)`,
    ],
  },
  {
    name: "002 logs",
    statements: [
      `create table exposure (
        experiment_id text not null, group_id text not null, unit_id text not null, time bigint not null, properties jsonb
      )`,
      `create table event (
        name text not null, time bigint not null, unit_id text not null, value text not null, value_number double precision,
        source text not null, metadata jsonb, seq bigint not null
      )`,
    ],
  },
  {
    name: "003 service",
    statements: [
      `create table warehouse_connection (provider text not null, settings jsonb not null, secrets jsonb not null)`,
      `create table api_key (id text not null, name text not null, hash text not null, rights text not null, created_time bigint not null)`,
      `create table import_run (fingerprint text not null, description text not null, imported_time bigint not null, rows bigint not null)`,
    ],
  },
  {
    name: "004 indexes",
    postgresOnly: true,
    statements: [
      "create index gate_name on gate (lower(name), id)",
      "create index dynamic_config_name on dynamic_config (lower(name), id)",
      "create index experiment_name on experiment (lower(name), id)",
      "create index entity_version_of on entity_version (kind, id, version)",
      "create index gate_reference_to on gate_reference (gate_id, kind)",
      "create index gate_reference_from on gate_reference (kind, entity_id)",
      "create index exposure_of on exposure (experiment_id, time)",
      "create index event_newest on event (time desc, seq desc)",
      "create index event_of on event (name, time desc, seq desc)",
      "create index event_unit on event (unit_id, name, time)",
    ],
  },
  {
    name: "005 kept results",
    statements: [
      `create table log_state (kind text not null, name text not null, logged bigint not null, primary key (kind, name))`,
      `insert into log_state (kind, name, logged)
       select 'exposure', experiment_id, count(*) from exposure group by experiment_id`,
      `insert into log_state (kind, name, logged) select 'event', name, count(*) from event group by name`,
      `create table kept_result (
        experiment_id text not null, part text not null, inputs text not null, window_end bigint not null,
        valid_until bigint not null, computed_time bigint not null, result text not null, primary key (experiment_id, part)
      )`,
    ],
  },
  {
    name: "006 references in use",
    statements: [
      "alter table gate_reference add column in_use boolean default true",
      ...["gate", "dynamic_config", "experiment"].map(
        (kind) => `update gate_reference set in_use = false
          where kind = '${kind}' and entity_id in (select id from ${kind} where lower(status) = 'archived')`,
      ),
    ],
  },
  {
    name: "007 days as bits",
    postgresOnly: true,
    statements: [
      `create function day_count(days bigint) returns integer language sql immutable parallel safe
        as 'select bit_count(cast(days as bit(64)))::integer'`,
    ],
  },
  {
    name: "008 texts by key",
    postgresOnly: true,
    statements: [
      `create function text_at(document jsonb, key text) returns text language sql immutable parallel safe
        as 'select document->>key'`,
    ],
  },
  // Rules without an id, a baseID or environments used to be read as no rules at all.
  { name: "009 references in inline targeting", statements: [], run: readInlineTargetingAgain },
  { name: "010 secrets key", statements: ["create table secrets_key (fingerprint text not null)"] },
  {
    name: "011 compressed history",
    statements: [
      `create table entity_history (
        kind text not null, id text not null, version integer not null, saved_time bigint not null,
        size integer not null, packed bytea not null
      )`,
      `create table former_rule (
        kind text not null, entity_id text not null, base_id text not null, rule_id text not null, document jsonb not null
      )`,
    ],
    run: compressHistory,
  },
  {
    name: "012 indexes of the history",
    postgresOnly: true,
    statements: [
      "create index entity_history_of on entity_history (kind, id, version)",
      "create index former_rule_of on former_rule (kind, entity_id)",
    ],
  },
  {
    name: "013 former warehouse settings",
    statements: ["alter table warehouse_connection add column former jsonb"],
  },
  {
    // Several processes may write to PostgreSQL, and each keeps the heads of all entities in memory.
    name: "014 changes of entities",
    postgresOnly: true,
    statements: [
      `create table entity_change (
        kind text not null, id text not null, transaction xid8 not null default pg_current_xact_id(),
        changed_time timestamptz not null default now()
      )`,
      "create index entity_change_of on entity_change (kind, transaction)",
      `create function note_change() returns trigger language plpgsql as $$ begin
        if tg_op <> 'DELETE' then insert into entity_change (kind, id) values (tg_table_name, new.id); end if;
        if tg_op = 'DELETE' then insert into entity_change (kind, id) values (tg_table_name, old.id); end if;
        return null;
      end $$`,
      `create function note_reference_change() returns trigger language plpgsql as $$ begin
        if tg_op <> 'DELETE' then insert into entity_change (kind, id) values ('gate', new.gate_id); end if;
        if tg_op <> 'INSERT' then insert into entity_change (kind, id) values ('gate', old.gate_id); end if;
        return null;
      end $$`,
      ...["gate", "dynamic_config", "experiment"].map(
        (kind) => `create trigger ${kind}_changes after insert or update or delete on ${kind}
          for each row execute function note_change()`,
      ),
      `create trigger gate_reference_changes after insert or update or delete on gate_reference
        for each row execute function note_reference_change()`,
    ],
  },
  {
    name: "015 times of the history",
    postgresOnly: true,
    statements: ["create index entity_history_time on entity_history (saved_time)"],
  },
  // Deleted overviews are computed again, now with the worst guardrail.
  { name: "016 overviews with guardrails", statements: ["delete from kept_result where part = 'health'"] },
  {
    name: "017 changes of overviews",
    postgresOnly: true,
    statements: [
      `create function note_overview_change() returns trigger language plpgsql as $$ begin
        if tg_op <> 'DELETE' and new.part = 'health' then
          insert into entity_change (kind, id) values ('overview', new.experiment_id);
        end if;
        if tg_op = 'DELETE' and old.part = 'health' then
          insert into entity_change (kind, id) values ('overview', old.experiment_id);
        end if;
        return null;
      end $$`,
      `create trigger overview_changes after insert or update or delete on kept_result
        for each row execute function note_overview_change()`,
    ],
  },
  {
    // In a table of their own, because an earlier version of the service on the same database must not accept them as console keys.
    name: "018 keys of apps",
    statements: [
      `create table sdk_key (
        id text not null, name text not null, hash text not null, kind text not null, environment text not null,
        ending text not null, created_time bigint not null
      )`,
      "alter table api_key add column ending text",
    ],
  },
  { name: "019 ids of events", statements: ["alter table event add column ids jsonb"] },
  {
    name: "020 logged batches",
    statements: ["create table logged_batch (id text primary key, time bigint not null)"],
  },
  {
    name: "021 time of the served rules",
    statements: [
      "create table served_rules (environment text not null primary key, fingerprint text not null, time bigint not null)",
    ],
  },
  {
    // Notifies the processes that listen (postgres-notifications.ts).
    name: "022 notifications of changes",
    postgresOnly: true,
    statements: [
      `create function tell_change() returns trigger language plpgsql as $$ begin
        perform pg_notify('assay_changes', tg_table_schema || ' ' || tg_table_name);
        return null;
      end $$`,
      "create trigger told after insert on entity_change for each statement execute function tell_change()",
      ...["served_rules", "api_key", "sdk_key"].map(
        (table) => `create trigger told after insert or update or delete on ${table}
          for each statement execute function tell_change()`,
      ),
    ],
  },
  {
    // From this migration on, conditions are evaluated as client libraries evaluate them.
    name: "023 changed readings",
    statements: [
      "create table changed_reading (kind text not null, entity_id text not null, rules jsonb not null, is_said boolean not null)",
    ],
    run: recordReadingChanges,
  },
  {
    name: "024 numbers of imports",
    statements: [
      ...["id text", "number integer", "file text", "author text"].map(
        (column) => `alter table import_run add column ${column}`,
      ),
      "alter table event add column import_number integer",
      "alter table exposure add column import_number integer",
    ],
  },
  {
    name: "025 checks of apps",
    statements: [
      `create table check_count (
        kind text not null, entity_id text not null, hour bigint not null, rule_id text not null, outcome text not null,
        environment text not null, library text not null, version text not null, checks bigint not null, last_time bigint not null
      )`,
      `create table recent_check (
        kind text not null, entity_id text not null, number bigint not null, time bigint not null, unit_id text not null,
        rule_id text not null, outcome text not null, reason text not null, environment text not null,
        library text not null, version text not null
      )`,
    ],
  },
  {
    name: "026 indexes of checks",
    postgresOnly: true,
    statements: [
      "create index check_count_of on check_count (kind, entity_id, hour)",
      "create index check_count_hour on check_count (hour)",
      "create index recent_check_of on recent_check (kind, entity_id, number)",
    ],
  },
  {
    name: "027 additions to the log",
    statements: [
      "create table log_addition (kind text not null, name text not null, logged bigint not null)",
    ],
  },
  {
    // Each load of events asks for the highest number.
    name: "028 numbers of events",
    postgresOnly: true,
    statements: ["create index event_number on event (seq)"],
  },
  { name: "029 attributes of users", statements: ["alter table event add column attributes jsonb"] },
  {
    // In tables of their own: an earlier version of the service must not accept revoked keys as valid ones, and each recorded use would
    // notify other processes of a change of keys.
    name: "030 makers, ends and uses of keys",
    statements: [
      "alter table api_key add column creator_name text",
      "alter table sdk_key add column creator_name text",
      `create table revoked_key (
        id text not null, name text not null, hash text not null, ending text, creator_name text, created_time bigint not null,
        kind text not null, rights text, environment text, revoked_time bigint not null
      )`,
      `create table key_use (
        key_id text not null primary key, time bigint not null, library text not null, version text not null
      )`,
    ],
  },
  {
    // A key that has been replaced by another of the same name may have an end. Each process shares the activity of its apps with the
    // others.
    name: "031 ends and requests of keys, activity of apps",
    statements: [
      "create table key_end (key_id text not null primary key, ends_time bigint not null)",
      "create table key_requests (key_id text not null, hour bigint not null, requests bigint not null, primary key (key_id, hour))",
      "create table app_activity (process text not null primary key, time bigint not null, document jsonb not null)",
    ],
  },
  {
    // The table is queried only for the few ids that seem to be known (batch-deduplicator.ts), and every commit would have to update the index.
    name: "032 logged batches without an index",
    duckdbOnly: true,
    statements: [
      "create table logged_batch_row (id text not null, time bigint not null)",
      "insert into logged_batch_row (id, time) select id, time from logged_batch",
      "drop table logged_batch",
      "alter table logged_batch_row rename to logged_batch",
    ],
  },
  {
    // An earlier version of the service on the same database serves rules to no client key.
    name: "033 client keys that read rules",
    statements: ["alter table sdk_key add column reads_rules boolean"],
  },
  {
    name: "034 metrics with versions",
    statements: ["alter table metric rename to former_metric", entityTable("metric")],
    run: storeMetricsAgain,
  },
  {
    name: "035 changes of metrics",
    postgresOnly: true,
    statements: [
      `create trigger metric_changes after insert or update or delete on metric
        for each row execute function note_change()`,
    ],
  },
  {
    name: "037 layers, holdouts and segments",
    statements: [entityTable("layer"), entityTable("holdout"), entityTable("segment")],
  },
  {
    name: "038 changes of layers, holdouts and segments",
    postgresOnly: true,
    statements: ["layer", "holdout", "segment"].map(
      (kind) => `create trigger ${kind}_changes after insert or update or delete on ${kind}
        for each row execute function note_change()`,
    ),
  },
  {
    name: "039 lists of the project",
    statements: ["create table project_list (kind text not null, id text not null, document jsonb not null)"],
  },
  {
    name: "040 saved views of events",
    statements: ["create table event_view (id text not null primary key, document jsonb not null)"],
  },
  {
    // In the embedded engine, this function is a macro of each connection.
    name: "040 search in all texts of an event",
    postgresOnly: true,
    statements: [
      `create function any_text_holds(document jsonb, part text) returns boolean language sql immutable parallel safe
        as 'select exists (select 1 from jsonb_each_text(document) where position(part in
          translate(value, ''ABCDEFGHIJKLMNOPQRSTUVWXYZ'', ''abcdefghijklmnopqrstuvwxyz'')) > 0)'`,
    ],
  },
  {
    // Existing events are counted too, in the background.
    name: "041 counts of events",
    statements: [
      `create table event_hour (
        name text not null, hour bigint not null, logged bigint not null, first_time bigint not null, last_time bigint not null
      )`,
      `create table event_part (
        name text not null, day bigint not null, kind text not null, part text not null, type text not null,
        logged bigint not null, example text
      )`,
      "create table event_counted (seq bigint not null)",
      "insert into event_counted (seq) values (0)",
    ],
  },
  {
    name: "042 fields of events",
    postgresOnly: true,
    statements: [
      `create function field_names(document jsonb) returns text[] language sql immutable parallel safe
        as 'select array(select jsonb_object_keys(document))'`,
      `create function field_types(document jsonb, pointers text[]) returns text[] language sql immutable parallel safe
        as $$ select array(
          select jsonb_typeof(document->replace(replace(substr(pointer, 2), '~1', '/'), '~0', '~'))
          from unnest(pointers) with ordinality as given (pointer, place) order by place
        ) $$`,
    ],
  },
  {
    name: "043 events counted by field",
    statements: ["delete from event_hour", "update event_counted set seq = 0"],
  },
  {
    name: "044 chances of units",
    postgresOnly: true,
    statements: [
      `create function unit_chance(unit text) returns integer language sql immutable parallel safe
        as 'select hashtext(unit) & 1048575'`,
    ],
  },
  {
    name: "045 exposures and checks of a unit",
    postgresOnly: true,
    statements: [
      "create index exposure_unit on exposure (unit_id, time)",
      "create index recent_check_unit on recent_check (unit_id, time)",
    ],
  },
  {
    name: "046 removed and rejected events",
    statements: [
      "create table events_removed (time bigint not null)",
      `create table rejected_event (
        id text not null, time bigint not null, kind text not null, reason text not null, message text not null,
        key_id text, key_name text, library text not null, version text not null, path text, event jsonb
      )`,
    ],
  },
  {
    name: "047 assignment and metric sources",
    statements: [entityTable("assignment_source"), entityTable("metric_source")],
  },
  {
    name: "048 changes of sources",
    postgresOnly: true,
    statements: ["assignment_source", "metric_source"].map(
      (kind) => `create trigger ${kind}_changes after insert or update or delete on ${kind}
        for each row execute function note_change()`,
    ),
  },
  {
    name: "049 bytes read in warehouses, and changes of their settings",
    statements: [
      "create table warehouse_read (provider text not null, day bigint not null, bytes bigint not null)",
      `create table warehouse_change (
        provider text not null, saved_time bigint not null, saved_by text not null, change jsonb not null
      )`,
    ],
  },
  {
    // Filled in the background (event-columns.ts).
    name: "050 columns of events",
    statements: [
      `create table event_column (
        seq bigint not null, time bigint not null, name text not null, unit_id text not null, chance integer not null,
        value text not null, value_number double precision, source text not null
      )`,
      "create table event_field (field text not null, place integer not null)",
      "create table event_filled (seq bigint not null)",
      "insert into event_filled (seq) values (0)",
    ],
  },
  {
    name: "051 loads from the warehouse",
    statements: [
      `create table pulse_load (
        experiment_id text not null, number bigint not null, created_time bigint not null, finished_time bigint,
        finished_state text, message text, said text, is_away boolean, owner text not null, alive_time bigint not null, cancelled_by text,
        progress text, document jsonb not null
      )`,
      `create table pulse_statement (
        experiment_id text not null, load_number bigint not null, number bigint not null, provider text not null,
        engine_id text not null, started_time bigint not null, ms bigint, bytes bigint, cached boolean not null,
        is_ended boolean not null, sql text not null
      )`,
      `create table loaded_result (
        experiment_id text not null, part text not null, load_number bigint not null, computed_time bigint not null,
        window_end bigint not null, settings text not null, result text not null, primary key (experiment_id, part)
      )`,
      "create table pulse_schedule (experiment_id text not null, hour integer not null, next_time bigint not null)",
    ],
  },
  {
    name: "052 indexes of loads",
    postgresOnly: true,
    statements: [
      "create unique index pulse_load_of on pulse_load (experiment_id, number)",
      "create index pulse_statement_of on pulse_statement (experiment_id, load_number)",
      "create unique index pulse_schedule_of on pulse_schedule (experiment_id)",
    ],
  },
  {
    name: "053 sources of properties of units with versions",
    statements: [
      "alter table entity_property rename to former_entity_property",
      entityTable("entity_property"),
    ],
    run: storeEntityPropertiesAgain,
  },
  {
    name: "054 changes of sources of properties of units",
    postgresOnly: true,
    statements: [
      `create trigger entity_property_changes after insert or update or delete on entity_property
        for each row execute function note_change()`,
    ],
  },
  {
    // Filled in the background from now on. Queries about a day and the removal of old events look rows up by time.
    name: "055 columns of events on PostgreSQL",
    postgresOnly: true,
    statements: [
      `alter table event_column ${columnsAtStart.map((column) => `add column ${column} text`).join(", ")}`,
      "create index event_column_time on event_column (time)",
    ],
  },
  {
    // Counted in the background on PostgreSQL (event-value-hours.ts).
    name: "056 counts of the values of fields",
    statements: [
      `create table event_value_hour (
        place integer not null, value text, name text not null, hour bigint not null, logged bigint not null
      )`,
      "create table event_many_values (place integer not null)",
      "create table event_valued (seq bigint not null, removals bigint not null)",
      "insert into event_valued (seq, removals) values (0, 0)",
    ],
  },
  {
    name: "057 statements that run in a warehouse",
    statements: [
      `create table warehouse_statement (
        provider text not null, engine_id text not null, owner text not null, started_time bigint not null, alive_time bigint not null
      )`,
      `insert into warehouse_statement (provider, engine_id, owner, started_time, alive_time)
       select provider, engine_id, '', started_time, 0 from pulse_statement where not is_ended`,
      "alter table pulse_statement drop column is_ended",
    ],
  },
  {
    // The version from which a version is stored as the difference; null where it is stored whole (version-packing.ts).
    name: "058 versions as differences",
    statements: ["alter table entity_history add column base integer"],
  },
];

/** Identifies the newest tables that this version of the service knows. */
export const newestMigration = migrations.at(-1)?.name ?? "";

const Targeted = z.looseObject({
  id: z.string(),
  status: z.string(),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
});

async function readInlineTargetingAgain(transaction: Transaction) {
  const rows = await transaction.query<DocumentRow>(
    "select document from experiment where (document->>'inlineTargetingRulesJSON') is not null",
  );
  for (const row of rows) {
    const document = Targeted.parse(row.document);
    await writeReferences(transaction, "experiment", { document, references: gateReferences(document) });
  }
}

const StoredMetric = z.looseObject({ id: z.string() });

async function storeMetricsAgain(transaction: Transaction) {
  const rows = await transaction.query<DocumentRow>("select document from former_metric");
  const metrics = new Map(
    rows.map(({ document }) => StoredMetric.parse(document)).map((one) => [one.id, one]),
  );
  await transaction.load(
    "metric",
    columns,
    [...metrics.values()].map((metric) => columnValues({ ...metric, version: 1 })),
  );
  await transaction.query("drop table former_metric");
}

const FormerSource = z.looseObject({ name: z.string(), version: z.optional(z.number()) });

async function storeEntityPropertiesAgain(transaction: Transaction) {
  const rows = await transaction.query<DocumentRow>("select document from former_entity_property");
  const sources = new Map(
    rows.map(({ document }) => FormerSource.parse(document)).map((one) => [one.name, one]),
  );
  await transaction.load(
    "entity_property",
    columns,
    [...sources.values()].map((source) => columnValues({ version: 1, ...source, id: source.name })),
  );
  await transaction.query("drop table former_entity_property");
}

/** Migrates a database to the newest tables; safe when several processes start at once. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(
    async (transaction) => {
      await transaction.query("create table if not exists migration (name text not null)");
      const done = new Set(
        (await transaction.query<{ name: string }>("select name from migration")).map((row) => row.name),
      );
      for (const migration of migrations)
        if (!done.has(migration.name) && isFor(migration, database.engine))
          await apply(transaction, migration);
    },
    { isLong: true },
  );
}

const isFor = ({ postgresOnly, duckdbOnly }: Migration, engine: Database["engine"]) =>
  engine === "duckdb" ? !postgresOnly : !duckdbOnly;

async function apply(transaction: Transaction, migration: Migration) {
  for (const statement of migration.statements) await transaction.query(statement);
  await migration.run?.(transaction);
  await transaction.query("insert into migration (name) values ($1)", [migration.name]);
}
