// The SQL dialects of the engines that Assay queries.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { type Dialect, number } from "./dialect.ts";
import type { TimeType } from "./source-tables.ts";

const day = 86_400_000;

const doubled = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** Escapes quotation marks as \u0027, so that no parser mistakes one for the end of the literal. */
const escaped = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\u0027")}'`;
const doubledEscaped = (text: string) => doubled(text.replaceAll("\\", "\\\\"));

const inMarks = (name: string) => `"${name.replaceAll('"', '""')}"`;
const inTicks = (name: string) => `\`${name.replaceAll("`", "")}\``;

/** Formats a time as `2026-11-01 12:00:00.000`. */
const written = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");
const date = (ms: number) => `date '${new Date(Math.ceil(ms / day) * day).toISOString().slice(0, 10)}'`;
const moment = (ms: number, type: TimeType) => {
  if (type === "day") return date(ms);
  return type === "timestamp" ? `timestamp '${written(ms)}'` : `timestamp '${written(ms)} UTC'`;
};

/** A quoted step of a JSON path, for any key. */
const pathKey = (key: string) => `"${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Lists tables by schema name, qualified by the catalog if there is one. */
const tablesOf = (names: readonly string[]) => {
  const [name = "", catalog] = names.toReversed();
  return `select table_name from ${catalog ? `${inMarks(catalog)}.` : ""}information_schema.tables where lower(table_schema) = ${doubled(name.toLowerCase())}`;
};

/** Detects changes by the time at which the newest file was written, which is a pseudo-column of the rows, and by the number of rows. */
const filesBy =
  (time: string, text: (sql: string) => string) => (table: string, partition: string, where: string) =>
    `select ${text(partition)} as day, ${text("count(*)")} as stamp, ${text(`max(${time})`)} as moments_stamp
from ${table} s
where ${where}
group by ${partition}`;

const asVarchar = (sql: string) => `cast(${sql} as varchar)`;
const asString = (sql: string) => `cast(${sql} as string)`;

const milliseconds = (ofTime: (sql: string) => string, ofDay = (sql: string) => ofTime(sql)) => ({
  milliseconds: (sql: string, type: TimeType) => (type === "day" ? ofDay(sql) : ofTime(sql)),
});

const postgres: Dialect = {
  double: "double precision",
  staged: {
    types: { text: "text", bigint: "bigint", double: "double precision" },
    deletes: true,
    name: inMarks,
    tables: tablesOf,
  },
  literal: doubled,
  column: inMarks,
  text: (sql) => `cast(${sql} as text) collate "C"`,
  ...milliseconds((sql) => `cast(floor(extract(epoch from ${sql}) * 1000) as bigint)`),
  moment: (ms, type) =>
    type === "timestamp with time zone" ? `timestamp with time zone '${written(ms)}+00'` : moment(ms, type),
  field: (sql, key) => `cast(${sql} as jsonb) ->> ${doubled(key)}`,
  isNumber: (text) => `${text} ~ '${number}$'`,
};

export const duckdb: Dialect = {
  ...postgres,
  double: "double",
  staged: { ...postgres.staged, types: { text: "varchar", bigint: "bigint", double: "double" } },
  text: asVarchar,
  ...milliseconds((sql) => `epoch_ms(${sql})`),
  field: (sql, key) =>
    `cast(${sql} as json) ->> ${doubled(`/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)}`,
};

const snowflake: Dialect = {
  double: "double",
  // A transient table does not keep removed data for recovery.
  staged: {
    types: { text: "varchar", bigint: "bigint", double: "double" },
    deletes: true,
    kind: "transient",
    name: inMarks,
    tables: tablesOf,
  },
  literal: doubledEscaped,
  // Names are stored in capitals unless created otherwise, and returned in lower case.
  column: (name) => inMarks(/^[a-z0-9_$]+$/.test(name) ? name.toUpperCase() : name),
  text: asVarchar,
  ...milliseconds((sql) => `date_part(epoch_millisecond, ${sql})`),
  moment: (ms, type) =>
    type === "timestamp with time zone" ? `to_timestamp_tz('${written(ms)} +0000')` : moment(ms, type),
  field: (sql, key) =>
    `cast(get(try_parse_json(cast(${sql} as varchar)), ${doubledEscaped(key)}) as varchar)`,
  isNumber: (text) => `regexp_like(${text}, '${number}$')`,
};

const bigquery: Dialect = {
  double: "float64",
  staged: {
    types: { text: "string", bigint: "int64", double: "float64" },
    deletes: true,
    name: inTicks,
    tables: (names) => `select table_name from ${names.map(inTicks).join(".")}.INFORMATION_SCHEMA.TABLES`,
    options: (_, days) =>
      `options (expiration_timestamp = timestamp_add(current_timestamp(), interval ${days} day))`,
  },
  literal: escaped,
  column: inTicks,
  text: asString,
  // A `datetime` has no time zone and is interpreted as UTC.
  ...milliseconds((sql) => `unix_millis(timestamp(${sql}))`),
  moment: (ms, type) => {
    if (type === "day") return date(ms);
    return type === "timestamp" ? `datetime '${written(ms)}'` : `timestamp '${written(ms)}+00'`;
  },
  field: (sql, key) => `json_value(${sql}, ${escaped(`$.${pathKey(key)}`)})`,
  isNumber: (text) => `regexp_contains(${text}, '${number}$')`,
};

const databricks: Dialect = {
  double: "double",
  staged: {
    types: { text: "string", bigint: "bigint", double: "double" },
    deletes: true,
    name: inTicks,
    // Not every catalog has an information schema.
    tables: (names) => `show tables in ${names.map(inTicks).join(".")}`,
    files: filesBy("s._metadata.file_modification_time", asString),
  },
  literal: escaped,
  column: inTicks,
  text: asString,
  ...milliseconds((sql) => `unix_millis(cast(${sql} as timestamp))`),
  moment: (ms, type) => {
    if (type === "day") return date(ms);
    return type === "timestamp" ? `timestamp_ntz '${written(ms)}'` : `timestamp '${written(ms)}Z'`;
  },
  field: (sql, key) => `get_json_object(${sql}, ${escaped(`$['${key}']`)})`,
  isNumber: (text) => `${text} rlike '${number}\\\\z'`,
};

const redshift: Dialect = {
  ...postgres,
  staged: {
    ...postgres.staged,
    types: { text: "varchar(65535)", bigint: "bigint", double: "double precision" },
  },
  literal: doubledEscaped,
  text: (sql) => `cast(${sql} as varchar(65535))`,
  ...milliseconds((sql) => `datediff(ms, timestamp '1970-01-01', ${sql})`),
  field: (sql, key) => `json_extract_path_text(${sql}, ${doubledEscaped(key)}, true)`,
};

const trino: Dialect = {
  hasValues: true,
  isOffsetFirst: true,
  double: "double",
  staged: {
    types: { text: "varchar", bigint: "bigint", double: "double" },
    deletes: false,
    name: inMarks,
    tables: tablesOf,
    files: filesBy('s."$file_modified_time"', asVarchar),
  },
  literal: doubled,
  column: inMarks,
  text: asVarchar,
  milliseconds: (sql, type) =>
    type === "timestamp with time zone"
      ? `date_diff('millisecond', timestamp '1970-01-01 00:00:00 UTC', ${sql})`
      : `date_diff('millisecond', timestamp '1970-01-01 00:00:00', cast(${sql} as timestamp(6)))`,
  moment,
  field: (sql, key) => `json_extract_scalar(${sql}, ${doubled(`$[${pathKey(key)}]`)})`,
  isNumber: (text) => `regexp_like(${text}, '${number}\\z')`,
};

export const dialects: Readonly<Record<WarehouseProvider, Dialect>> = {
  postgres,
  snowflake,
  bigquery,
  databricks,
  redshift,
  // Staged tables are Iceberg tables, which support deleting rows; they are created in the Hive dialect.
  athena: {
    ...trino,
    staged: {
      types: { text: "string", bigint: "bigint", double: "double" },
      deletes: true,
      name: (name) => name,
      tables: tablesOf,
      options: (table, _, { bucket = "" }) =>
        `location 's3://${bucket}/${table.replace(".", "/")}/' tblproperties ('table_type' = 'ICEBERG')`,
    },
  },
  trino,
};
