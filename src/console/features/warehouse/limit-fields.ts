// The limits of statements, which hold for whichever warehouse is in use, as fields of the form; bytes are typed in GB.
import type { usualLimits, WarehouseLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseField } from "#contract/warehouse-providers.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { bodyOf, type SettingChange } from "./warehouse-draft.ts";

const beginning = "limits.";
const units: Readonly<Record<string, number>> = {
  "limits.bytesPerStatement": 1e9,
  "limits.bytesPerDay": 1e9,
};

const limit = (name: keyof typeof usualLimits, title: string, description: string): WarehouseField => ({
  name: `${beginning}${name}`,
  title,
  description,
  section: "Limits",
  kind: "number",
  nullable: true,
});

/** After the fields of the provider; with the bytes that are read today, where they are known. */
export const limitFields = (bytesToday?: number): readonly WarehouseField[] => [
  limit("bytesPerStatement", "A statement reads (GB)", "At most; sent to engines that know such a limit"),
  limit(
    "bytesPerDay",
    "A day reads (GB)",
    bytesToday === undefined
      ? "All statements of a day (UTC), of engines that tell what they read"
      : `${formatNumber(bytesToday / 1e9)} of them are read today (UTC)`,
  ),
  limit("seconds", "A statement runs (s)", "Then it is stopped"),
  limit("concurrent", "At once", "Statements; the others wait"),
];

export const storedLimits = (limits: WarehouseLimits): Record<string, number> =>
  Object.fromEntries(
    limitFields().map(({ name }) => [
      name,
      Number(limits[name.slice(beginning.length)]) / (units[name] ?? 1),
    ]),
  );

/** The place of a field in a request. */
export const propertyOf = (provider: string, name: string) =>
  name.startsWith(beginning) ? name : `${provider}.${name}`;

/** The body of a save: the group of the provider and the limits, each only where something changes. */
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
