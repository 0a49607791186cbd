// The dialects of the engines that Assay asks.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { type Dialect, number } from "./dialect.ts";
import type { TimeType } from "./source-tables.ts";

const day = 86_400_000;

const doubled = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** No quotation mark is left in the text, so that nothing takes it for the end. */
const escaped = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\u0027")}'`;
const doubledEscaped = (text: string) => doubled(text.replaceAll("\\", "\\\\"));

const inMarks = (name: string) => `"${name.replaceAll('"', '""')}"`;
const inTicks = (name: string) => `\`${name.replaceAll("`", "")}\``;

/** `2026-11-01 12:00:00.000` */
const written = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");
const date = (ms: number) => `date '${new Date(Math.ceil(ms / day) * day).toISOString().slice(0, 10)}'`;
const moment = (ms: number, type: TimeType) => {
  if (type === "day") return date(ms);
  return type === "timestamp" ? `timestamp '${written(ms)}'` : `timestamp '${written(ms)} UTC'`;
};

/** A step of a path in JSON that may be any key. */
const pathKey = (key: string) => `"${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** By the schema's own name, and the catalog's before it where it has one. */
const tablesOf = (schema: string) => {
  const [name = "", catalog] = schema.split(".").reverse();
  return `select table_name from ${catalog ? `${catalog}.` : ""}information_schema.tables where lower(table_schema) = ${doubled(name.toLowerCase())}`;
};

const milliseconds = (ofTime: (sql: string) => string, ofDay = (sql: string) => ofTime(sql)) => ({
  milliseconds: (sql: string, type: TimeType) => (type === "day" ? ofDay(sql) : ofTime(sql)),
});

const postgres: Dialect = {
  double: "double precision",
  textType: "text",
  deletes: true,
  tables: (schema) => tablesOf(schema),
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
  textType: "varchar",
  text: (sql) => `cast(${sql} as varchar)`,
  ...milliseconds((sql) => `epoch_ms(${sql})`),
  field: (sql, key) =>
    `cast(${sql} as json) ->> ${doubled(`/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)}`,
};

const snowflake: Dialect = {
  double: "double",
  textType: "varchar",
  deletes: true,
  tables: (schema) => tablesOf(schema),
  literal: doubledEscaped,
  // Names are kept in capitals unless they were made otherwise, and answered in small letters.
  column: (name) => inMarks(/^[a-z0-9_$]+$/.test(name) ? name.toUpperCase() : name),
  text: (sql) => `cast(${sql} as varchar)`,
  ...milliseconds((sql) => `date_part(epoch_millisecond, ${sql})`),
  moment: (ms, type) =>
    type === "timestamp with time zone" ? `to_timestamp_tz('${written(ms)} +0000')` : moment(ms, type),
  field: (sql, key) =>
    `cast(get(try_parse_json(cast(${sql} as varchar)), ${doubledEscaped(key)}) as varchar)`,
  isNumber: (text) => `regexp_like(${text}, '${number}$')`,
};

const bigquery: Dialect = {
  double: "float64",
  textType: "string",
  deletes: true,
  tables: (schema) => `select table_name from ${schema}.INFORMATION_SCHEMA.TABLES`,
  literal: escaped,
  column: inTicks,
  text: (sql) => `cast(${sql} as string)`,
  // A `datetime` has no zone and is read as UTC.
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
  textType: "string",
  deletes: true,
  tables: (schema) => tablesOf(schema),
  literal: escaped,
  column: inTicks,
  text: (sql) => `cast(${sql} as string)`,
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
  textType: "varchar(65535)",
  literal: doubledEscaped,
  text: (sql) => `cast(${sql} as varchar(65535))`,
  ...milliseconds((sql) => `datediff(ms, timestamp '1970-01-01', ${sql})`),
  field: (sql, key) => `json_extract_path_text(${sql}, ${doubledEscaped(key)}, true)`,
};

const trino: Dialect = {
  hasValues: true,
  double: "double",
  textType: "varchar",
  deletes: false,
  tables: (schema) => tablesOf(schema),
  literal: doubled,
  column: inMarks,
  text: (sql) => `cast(${sql} as varchar)`,
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
  // Staged tables are of Iceberg there.
  athena: { ...trino, deletes: true },
  trino,
};
