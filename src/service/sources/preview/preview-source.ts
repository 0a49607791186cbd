// Previews a source in the warehouse: its columns, some rows, figures of one week,
// and possible problems. Failures are reported as checks with the engine's message.
import type { SourceCheck, SourcePreview } from "#contract/source-preview.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import { selectAll, type SourceColumn, type SourceKind } from "#contract/warehouse-source.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { estimateBytes } from "#service/warehouse/estimate-bytes.ts";
import type { StatementResult } from "#service/warehouse/statement.ts";
import { engineFailure } from "./engine-failure.ts";
import { columnNamed, lostColumns, namedColumns, type SourceDraft } from "./chosen-columns.ts";
import { detectedColumns, timeOf, timeTypeOf } from "./detect-columns.ts";
import {
  columnsStatement,
  eventsStatement,
  groupsStatement,
  joinStatement,
  readingStatement,
  rowsStatement,
  weekStatement,
  type PreviewedSource,
} from "./preview-statements.ts";
import {
  bytesCheck,
  failed,
  partitionCheck,
  propertyChecks,
  slowCheck,
  timeChecks,
  weekChecks,
} from "./source-checks.ts";
import { tablePartition } from "./table-partition.ts";

/** A stored source of the other kind, whose units should overlap with those of this source. */
export interface Partner {
  readonly name: string;
  readonly previewed: PreviewedSource & { unitColumn: string };
  /** Whether the partner is the assignment source. */
  readonly isAssignment: boolean;
}

export interface PreviewRequest {
  readonly kind: SourceKind;
  readonly draft: SourceDraft;
  readonly warehouse: ActiveWarehouse;
  /** Returns the partner that shares one of the unit types, if any. */
  readonly partnerOf: (unitTypes: readonly string[]) => { unitType: string; partner: Partner } | undefined;
  /** ms */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether to read only the columns and event names, which are stored with the source. */
  readonly isBrief?: boolean | undefined;
}

const mostCharacters = 200;
const statementMs = 60_000;

const shortened = (value: string | number | boolean | null) =>
  typeof value === "string" && value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value;

const textOf = ({ sourceType, tableName, sql }: SourceDraft) =>
  sourceType === "table" && tableName ? selectAll(tableName) : (sql ?? "");

/** Reads a number from an aggregate: engines may return whole numbers as texts. */
const numberAt = (result: StatementResult | undefined, name: string, index = 0): number =>
  Number(result?.rows[index]?.[name] ?? 0);

const empty = (checks: SourceCheck[], ms = 0): SourcePreview => ({
  columns: [],
  detected: {},
  rows: [],
  checks,
  ms,
  statements: 0,
});

export async function previewSource(request: PreviewRequest): Promise<SourcePreview> {
  const { kind, draft, warehouse, signal } = request;
  const { provider } = warehouse;
  const sql = textOf(draft);
  const problem = sourceTextProblem(sql, provider);
  if (problem) return empty([failed(problem, draft.sourceType === "table" ? "tableName" : "sql")]);

  const started = performance.now();
  const spent = { bytes: 0, saysBytes: false, statements: 0 };
  const run = async (text: string) => {
    spent.statements += 1;
    const question = { text, values: [], tag: "assay source preview", isInteractive: true as const };
    const result = await warehouse.run(
      { ...question, deadline: Date.now() + statementMs },
      signal && { signal },
    );
    spent.bytes += result.bytes ?? 0;
    spent.saysBytes ||= result.bytes !== null;
    return result;
  };
  const previewed: PreviewedSource = { sql, provider };
  const text = columnsStatement(previewed);
  let columns: readonly SourceColumn[];
  try {
    columns = (await run(text)).columns.map((column) => ({ ...column }));
  } catch (error) {
    return empty([engineFailure(provider, error, text, sql)], Math.round(performance.now() - started));
  }
  const found: Partial<SourcePreview> = {};
  const likely = detectedColumns(columns, kind, provider);
  const lost = lostColumns(draft, columns);
  const checks = lost.map(({ property, errorMessage }) => failed(`${errorMessage}.`, property));
  const chosen = chosenOf(request, likely, columns);
  const time = columnNamed(columns, chosen.time);
  const timing = timeOf(time, provider);
  const partition = columnNamed(columns, draft.datePartitionColumn);
  const detected = {
    ...likely,
    ...timing,
    ...(partition && { datePartitionType: partition.type === "text" ? "text" : "date" }),
  };
  checks.push(...timeChecks(time, timing?.timestampAsDay ?? false, kind));
  const isWhole = kind === "entity_property";
  if ((time && timing) || (isWhole && !time)) {
    const within: PreviewedSource = {
      ...previewed,
      isWhole,
      ...(time && timing && { timeColumn: time.name, timeType: timeTypeOf(timing) }),
      ...(partition && {
        partition: { name: partition.name, type: partition.type === "text" ? "text" : "date" },
      }),
    };
    const attempt = async (statement: string) => {
      try {
        return await run(statement);
      } catch (error) {
        checks.push(engineFailure(provider, error, statement, sql));
        return undefined;
      }
    };
    const look = { request, within, chosen, columns, attempt, found, checks };
    if (request.isBrief) await lookAtEvents(look);
    else if (await fitsLimit(look)) await lookAtWeek(look);
  }
  const bytes = spent.saysBytes ? spent.bytes : null;
  return {
    columns: [...columns],
    detected,
    rows: [],
    ...found,
    checks: inOrder(checks),
    ms: Math.round(performance.now() - started),
    bytes,
    statements: spent.statements,
  };
}

/** Sorts checks: failures first, then warnings. */
const inOrder = (checks: readonly SourceCheck[]) =>
  ["failed", "warned", "passed"].flatMap((state) => checks.filter((check) => check.state === state));

/** Returns the property columns: all except those of ids and of the time. */
function propertiesOf({ draft }: PreviewRequest, { time, unit }: Chosen, columns: readonly SourceColumn[]) {
  const ids = (draft.idTypeMapping ?? []).map(({ column }) => column);
  const others = [...ids, time, unit].map((name) => name?.toLowerCase());
  return columns.map(({ name }) => name).filter((name) => !others.includes(name.toLowerCase()));
}

/** Returns the chosen columns, or else the detected ones. */
function chosenOf(
  { draft, kind }: Pick<PreviewRequest, "draft" | "kind">,
  detected: SourcePreview["detected"],
  columns: readonly SourceColumn[],
) {
  const one = (given: string | null | undefined, found: string | null | undefined) =>
    columnNamed(columns, given || found)?.name;
  return {
    // For entity property sources the time may be omitted on purpose, as may the event column of a metric source.
    time: one(
      draft.timestampColumn,
      kind === "entity_property" && draft.timestampColumn !== undefined ? null : detected.timestampColumn,
    ),
    unit: one(draft.idTypeMapping?.[0]?.column, detected.unitColumn),
    experiment: one(draft.experimentIDColumn, detected.experimentIDColumn),
    group: one(draft.groupIDColumn, detected.groupIDColumn),
    event: one(draft.eventColumn, draft.eventColumn === undefined ? detected.eventColumn : null),
  };
}

type Chosen = ReturnType<typeof chosenOf>;

interface WeekLook {
  readonly request: PreviewRequest;
  readonly within: PreviewedSource;
  readonly chosen: Chosen;
  readonly columns: readonly SourceColumn[];
  readonly attempt: (statement: string) => Promise<StatementResult | undefined>;
  /** Results, filled in step by step. */
  readonly found: Partial<SourcePreview>;
  readonly checks: SourceCheck[];
}

async function lookAtEvents({ request: { kind, now }, within, chosen, attempt, found }: WeekLook) {
  if (kind !== "metric_source" || !chosen.event) return;
  const events = await attempt(eventsStatement(within, chosen.event, now));
  found.events = events?.rows.map((row, index) => ({
    name: String(row["event_name"] ?? ""),
    rows: numberAt(events, "row_count", index),
  }));
}

/** Estimates the bytes to read first; if they exceed the limit, nothing is read. */
async function fitsLimit({ request, within, chosen, columns, found, checks }: WeekLook): Promise<boolean> {
  const { draft, kind, warehouse, now } = request;
  const named = namedColumns(draft).flatMap((name) => columnNamed(columns, name)?.name ?? []);
  // For properties, any column may be read; for other sources, only named columns are known to be.
  const read = kind === "entity_property" ? [] : [...new Set([...named, chosen.time, chosen.unit])];
  const text = readingStatement(
    within,
    read.filter((name) => name !== undefined),
    now,
  );
  const question = { text, values: [], tag: "assay source preview", isInteractive: true as const };
  const { bytesPerStatement } = warehouse.limits;
  const bytes = await estimateBytes(warehouse, { ...question, deadline: Date.now() + statementMs }).catch(
    () => null,
  );
  found.estimatedBytes = bytes;
  checks.push(...bytesCheck(bytes, bytesPerStatement, kind));
  return bytes === null || bytes <= bytesPerStatement;
}

async function lookAtWeek(look: WeekLook) {
  const { request, within, chosen, attempt, found, checks } = look;
  const { kind, draft, warehouse, now } = request;
  const { timeColumn = "" } = within;
  const rows = attempt(rowsStatement(within, now)).then((result) => {
    found.rows = (result?.rows ?? []).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortened(value)])),
    );
    checks.push(...slowCheck(result?.ms ?? 0));
  });
  const partition =
    draft.sourceType === "table" && draft.tableName && kind !== "entity_property"
      ? tablePartition(warehouse, draft.tableName, timeColumn).then(
          (told) => told && checks.push(...partitionCheck(told, timeColumn, draft.datePartitionColumn)),
          () => undefined,
        )
      : undefined;
  const withUnit = chosen.unit ? { ...within, unitColumn: chosen.unit } : undefined;
  if (withUnit) {
    const week = await attempt(weekStatement(withUnit, now));
    if (week) {
      const rowCount = numberAt(week, "row_count");
      found.rowCount = rowCount;
      found.units = numberAt(week, "unit_count");
      found.newestTime = rowCount && timeColumn ? numberAt(week, "newest") : null;
      found.nullUnitShare = rowCount ? numberAt(week, "without_unit") / rowCount : null;
      found.futureShare = rowCount ? numberAt(week, "in_future") / rowCount : null;
    }
    if (kind === "assignment_source" && chosen.experiment && chosen.group) {
      const groups = await attempt(
        groupsStatement(withUnit, { experiment: chosen.experiment, group: chosen.group }, now),
      );
      found.groups = groups?.rows.map((row, index) => ({
        experiment: String(row["experiment"] ?? ""),
        group: String(row["variant"] ?? ""),
        rows: numberAt(groups, "row_count", index),
        units: numberAt(groups, "unit_count", index),
      }));
    }
    const unitTypes = (draft.idTypeMapping ?? []).map(({ statsigUnitID }) => statsigUnitID);
    const met = found.rowCount ? request.partnerOf(unitTypes.length ? unitTypes : ["userID"]) : undefined;
    if (met) await lookAtJoin(met, { withUnit, draft, attempt, found, now });
  }
  await lookAtEvents(look);
  await Promise.all([rows, partition]);
  checks.push(...weekChecks(found, kind, now));
  if (kind === "entity_property")
    checks.push(...propertyChecks(propertiesOf(request, chosen, look.columns), timeColumn !== "", found));
}

async function lookAtJoin(
  { unitType, partner }: { unitType: string; partner: Partner },
  look: {
    readonly withUnit: PreviewedSource & { unitColumn: string };
    readonly draft: SourceDraft;
    readonly attempt: WeekLook["attempt"];
    readonly found: Partial<SourcePreview>;
    readonly now: number;
  },
) {
  const own = look.draft.idTypeMapping?.find(({ statsigUnitID }) => statsigUnitID === unitType)?.column;
  const self = { ...look.withUnit, unitColumn: own || look.withUnit.unitColumn };
  const [first, second] = partner.isAssignment ? [partner.previewed, self] : [self, partner.previewed];
  const met = await look.attempt(joinStatement(first, second, look.now));
  const units = numberAt(met, "unit_count");
  if (units > 0)
    look.found.joinShare = { source: partner.name, share: numberAt(met, "known") / units, units };
}
