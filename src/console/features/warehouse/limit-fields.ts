// Form fields for the limits of statements, which apply to whichever warehouse is in use; bytes are typed in GB.
import type { WarehouseLimits } from "#contract/warehouse-connection.ts";
import {
  warehouseProviders,
  type WarehouseField,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { bodyOf, type SettingChange } from "./warehouse-draft.ts";

const beginning = "limits.";
const units: Readonly<Record<string, number>> = {
  "limits.bytesPerStatement": 1e9,
  "limits.bytesPerDay": 1e9,
};

const limitNames = ["bytesPerStatement", "bytesPerDay", "seconds", "concurrent"] as const;

const limit = (
  name: (typeof limitNames)[number],
  [title, unit]: readonly [string, string],
  description: string,
): WarehouseField => ({
  name: `${beginning}${name}`,
  title,
  unit,
  description,
  section: "Limits",
  kind: "number",
  nullable: true,
});

/** Providers whose protocols do not report the bytes that a statement has read, so that they cannot be counted. */
const silent: readonly WarehouseProvider[] = ["snowflake", "redshift", "postgres"];

function dayText(provider: WarehouseProvider, bytesToday: number | undefined): string {
  if (silent.includes(provider))
    return `Does not hold: ${warehouseProviders[provider].label} does not tell what statements read`;
  return bytesToday === undefined
    ? "All statements of a day (UTC)"
    : `${formatNumber(bytesToday / 1e9)} of them are read today (UTC)`;
}

/** The limit fields, shown after those of the provider; `bytesToday` is the number of bytes read today, if known. */
export const limitFields = (provider: WarehouseProvider, bytesToday?: number): readonly WarehouseField[] => [
  limit(
    "bytesPerStatement",
    ["A statement reads", "GB"],
    silent.includes(provider)
      ? "At most, by its estimate where there is one"
      : "At most; sent to engines that know such a limit",
  ),
  limit("bytesPerDay", ["A day reads", "GB"], dayText(provider, bytesToday)),
  limit("seconds", ["A statement runs", "s"], "Then it is stopped"),
  limit("concurrent", ["At once", "statements"], "The others wait"),
];

export const storedLimits = (limits: WarehouseLimits): Record<string, number> =>
  Object.fromEntries(
    limitNames.map((name) => [beginning + name, limits[name] / (units[beginning + name] ?? 1)]),
  );

/** The message about a field, with a bound of bytes in the unit that is typed. */
export const inTypedUnit = ({ name, unit }: WarehouseField, message: string) => {
  const size = units[name];
  return size === undefined
    ? message
    : message.replace(/\d+$/, (bound) => `${formatCount(Number(bound) / size)} ${unit ?? ""}`);
};

/** Property path of a field in the request. */
export const propertyOf = (provider: string, name: string) =>
  name.startsWith(beginning) ? name : `${provider}.${name}`;

/** Builds the body of a save: the provider's settings and the limits, each only if something in it changes. */
export function requestOf(provider: string, changes: readonly SettingChange[], values: "sent" | "shown") {
  const isLimit = ({ field: { name } }: SettingChange) => name.startsWith(beginning);
  const own = changes.filter((change) => !isLimit(change));
  const limits = changes
    .filter(isLimit)
    .map(({ field: { name }, sent }) => [name.slice(beginning.length), Number(sent) * (units[name] ?? 1)]);
  const entries: Record<string, number> = Object.fromEntries(limits);
  return {
    ...(own.length || !limits.length ? { [provider]: bodyOf(own, values) } : {}),
    ...(limits.length ? { limits: entries } : {}),
  };
}
