// Checks of a preview as text: what is wrong with a source and how to fix it. Pure.
import type { SourceCheck, SourcePreview } from "#contract/source-preview.ts";
import type { SourceColumn, SourceKind } from "#contract/warehouse-source.ts";

export const failed = (sentence: string, property?: string, advice?: string): SourceCheck => ({
  state: "failed",
  sentence,
  ...(property && { property }),
  ...(advice && { advice }),
});
const warned = (...args: Parameters<typeof failed>): SourceCheck => ({ ...failed(...args), state: "warned" });
const passed = (sentence: string, property?: string): SourceCheck => ({
  ...failed(sentence, property),
  state: "passed",
});

const percent = (share: number) =>
  share > 0 && share < 0.001 ? "less than 0.1%" : `${Number((share * 100).toFixed(1))}%`;
const number = (value: number) => value.toLocaleString("en");
const plural = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
const bytesText = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
const hour = 3_600_000;

export function timeChecks(
  column: SourceColumn | undefined,
  isDay: boolean,
  kind: SourceKind,
): SourceCheck[] {
  if (!column) return [];
  const { name, type, engineType } = column;
  if (type !== "time")
    return [
      failed(
        `The time column '${name}' holds ${type === "number" ? "numbers" : type} (${engineType}), and not times.`,
        "timestampColumn",
        `Turn it into a time in the SQL, such as cast(${name} as timestamp).`,
      ),
    ];
  if (kind === "entity_property")
    return [passed(`A row says what its unit is from '${name}' on.`, "timestampColumn")];
  return isDay
    ? [
        warned(
          `'${name}' holds days: what happened on the day of an exposure counts, whether it was before it or after it.`,
          "timestampColumn",
          "Choose a column with the time of day, if there is one.",
        ),
      ]
    : [passed(`'${name}' holds times (${engineType}).`, "timestampColumn")];
}

type Week = Pick<
  SourcePreview,
  "rowCount" | "units" | "newestTime" | "nullUnitShare" | "futureShare" | "groups" | "joinShare"
>;

/** Checks the figures of one week; `now` in ms. */
export function weekChecks(
  { rowCount, units, newestTime, nullUnitShare, futureShare, groups, joinShare }: Week,
  kind: SourceKind,
  now: number,
): SourceCheck[] {
  const checks: SourceCheck[] = [];
  const isWhole = kind === "entity_property";
  if (rowCount === 0 && isWhole) return [warned("There are no rows.", "sql")];
  if (rowCount === 0)
    return [
      warned(
        "There are no rows of the last seven days.",
        "timestampColumn",
        "Either nothing was written since, or another column holds the time.",
      ),
    ];
  if (rowCount)
    checks.push(
      passed(
        `${plural(rowCount, "row")} of ${plural(units ?? 0, "unit")}${isWhole ? "" : " in seven days"}.`,
      ),
    );
  if (newestTime) {
    const age = now - newestTime;
    if (age > 48 * hour && isWhole)
      checks.push(passed(`The newest row is ${Math.floor(age / (24 * hour))} days old.`));
    else if (age > 48 * hour)
      checks.push(
        warned(
          `The newest row is ${Math.floor(age / (24 * hour))} days old.`,
          "timestampColumn",
          "WritePreview at what writes the table.",
        ),
      );
    else
      checks.push(
        passed(
          age < hour
            ? "The newest row is less than an hour old."
            : `The newest row is ${plural(Math.round(age / hour), "hour")} old.`,
        ),
      );
  }
  if (nullUnitShare)
    checks.push(
      (nullUnitShare > 0.05 ? failed : warned)(
        `${percent(nullUnitShare)} of the rows have no unit, and count for nobody.`,
        "idTypeMapping",
        "Choose another column, or leave those rows out in the SQL.",
      ),
    );
  if (futureShare)
    checks.push(
      warned(
        `${percent(futureShare)} of the rows have a time to come.`,
        "timestampColumn",
        "The clock of a device may be wrong, or the time is not in UTC.",
      ),
    );
  if (kind === "assignment_source" && groups) {
    const experiments = new Set(groups.map(({ experiment }) => experiment)).size;
    if (groups.some(({ group, experiment }) => group === "" || experiment === ""))
      checks.push(warned("Some rows name no experiment or no group.", "groupIDColumn"));
    if (groups.length > 0 && groups.length === experiments)
      checks.push(
        warned(
          "Each experiment has a single group.",
          "groupIDColumn",
          "WritePreview whether another column holds the group.",
        ),
      );
  }
  if (joinShare && joinShare.units > 0) {
    const { share, source } = joinShare;
    const sentence =
      share === 0
        ? `None of the units occurs in '${source}': the two hold ids of different kinds.`
        : `${percent(share)} of ${plural(joinShare.units, "exposed unit")} occur in both this source and '${source}'.`;
    checks.push(
      share === 0
        ? failed(sentence, "idTypeMapping", "Choose the column with the same kind of id in both sources.")
        : share < 0.05
          ? warned(sentence, "idTypeMapping", "WritePreview whether both hold the same kind of id.")
          : passed(sentence),
    );
  }
  return checks;
}

/** Checks which properties results can be broken down by, and whether each unit has one valid row. */
export function propertyChecks(
  properties: readonly string[],
  hasTime: boolean,
  { rowCount, units }: Pick<SourcePreview, "rowCount" | "units">,
): SourceCheck[] {
  const checks = [
    properties.length > 0
      ? passed(`Results can be broken down by ${properties.map((name) => `'${name}'`).join(", ")}.`)
      : warned(
          "There is no column beside those of the units and of the time.",
          "sql",
          "Read the columns by which results are to be broken down, too.",
        ),
  ];
  // Engines count units only approximately, so 10 % more rows are tolerated.
  if (!hasTime && rowCount && units && rowCount > units * 1.1)
    checks.push(
      warned(
        "Some units have several rows, and no column says which one holds.",
        "timestampColumn",
        "Name the column of the time since when a row holds, or read one row a unit.",
      ),
    );
  return checks;
}

export const slowCheck = (ms: number): SourceCheck[] =>
  ms > 30_000
    ? [
        warned(
          `Ten rows took ${Math.round(ms / 1000)} s.`,
          "sql",
          "A load reads many more: read a table that is prepared, and divided by day.",
        ),
      ]
    : [];

/** Warns if the engine's estimate exceeds the limit. */
export const bytesCheck = (
  bytes: number | null | undefined,
  limit: number,
  kind: SourceKind,
): SourceCheck[] => {
  if (!bytes || bytes <= limit) return [];
  const part = kind === "entity_property" ? "It" : "A week of it";
  return [
    failed(
      `${part} reads about ${bytesText(bytes)}; the limit of a statement is ${bytesText(limit)}. It was not read.`,
      kind === "entity_property" ? "sql" : "datePartitionColumn",
      kind === "entity_property"
        ? "Read fewer columns or rows, or raise the limit of the connection."
        : "Name the partition by day, or raise the limit of the connection.",
    ),
  ];
};

export const partitionCheck = (
  partition: { readonly columns: readonly string[]; readonly indexed: boolean; readonly bytes?: number },
  timeColumn: string,
  chosen: string | null | undefined,
): SourceCheck[] => {
  const { columns, indexed, bytes } = partition;
  if (chosen || indexed || columns.some((column) => column.toLowerCase() === timeColumn.toLowerCase()))
    return [];
  const [first] = columns;
  if (first)
    return [
      warned(
        `The table is divided by '${first}', and statements do not use that.`,
        "datePartitionColumn",
        `Name '${first}' as the partition by day, if it holds the day of the row.`,
      ),
    ];
  return bytes === undefined || bytes > 100e6
    ? [
        warned(
          `The table has no partition on '${timeColumn}': each statement reads all of it${bytes ? `, ${bytesText(bytes)}` : ""}.`,
          "datePartitionColumn",
        ),
      ]
    : [];
};
