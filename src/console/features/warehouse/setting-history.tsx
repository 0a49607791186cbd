// The history of this provider's settings, of the warehouse in use and of the limits; secrets are shown only by their fingerprints.
import { settingsBefore } from "#contract/former-settings.ts";
import type { WarehouseChange } from "#contract/warehouse-connection.ts";
import {
  warehouseFields,
  warehouseProviderNames,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import { type Undo, UndoSave } from "./undo-save.tsx";

/** Number of entries shown before the list is expanded. */
const first = 5;

const names: Readonly<Record<string, string>> = {
  active: "Warehouse in use",
  bytesPerStatement: "Bytes a statement reads",
  bytesPerDay: "Bytes a day reads",
  seconds: "Seconds a statement runs",
  concurrent: "Statements at once",
};

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "string")
    return name.startsWith("bytes") ? bytesText(Number(value)) : JSON.stringify(value);
  const inUse = name === "active" && warehouseProviderNames.find((provider) => provider === value);
  return inUse ? warehouseProviders[inUse].label : value;
}

interface SaveProps {
  provider: WarehouseProvider;
  change: WarehouseChange;
  /** The settings before this save; undefined for the newest save, which is undone in a section of its own. */
  former: Readonly<Record<string, unknown>> | undefined;
  undo: Undo | undefined;
}

function Save({ provider, change, former, undo }: SaveProps) {
  const titles = new Map<string, string>(
    change.provider === "use"
      ? Object.entries(names)
      : warehouseFields(provider).map(({ name, title }) => [name, title] as const),
  );
  return (
    <li className="border-t border-border py-2 first:border-t-0">
      <p className="text-12 text-text-muted">
        {change.savedBy}, <Time value={change.savedTime} relative />
      </p>
      <ul className="text-12">
        {Object.keys(change.after).map((name) => (
          <li key={name} className="wrap-anywhere">
            {titles.get(name) ?? name}: {shown(name, change.before[name])} →{" "}
            <b className="font-medium">{shown(name, change.after[name])}</b>
          </li>
        ))}
        {Object.entries(change.secrets).map(([name, fingerprint]) => (
          <li key={name} className="wrap-anywhere">
            {titles.get(name) ?? name}{" "}
            {fingerprint === null ? (
              "removed"
            ) : (
              <>
                is now <code>{fingerprint}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      {former && undo ? (
        <details className="text-12">
          <summary className="cursor-pointer py-1">Bring back what stood before</summary>
          <div className="grid gap-2 pb-2">
            <UndoSave
              {...undo}
              savedTime={change.savedTime}
              settings={former}
              label="Undo this save and those since"
            />
          </div>
        </details>
      ) : null}
    </li>
  );
}

interface SettingHistoryProps {
  provider: WarehouseProvider;
  history: readonly WarehouseChange[];
  /** Undefined if nothing can be undone. */
  undo: Undo | undefined;
}

export function SettingHistory({ provider, history, undo }: SettingHistoryProps) {
  const ofProvider = history.filter((change) => change.provider === provider);
  const formerOf = ({ provider: of, savedTime, after }: WarehouseChange) =>
    undo && of === provider && savedTime < undo.newestTime && Object.keys(after).length > 0
      ? settingsBefore({ ...undo.stored }, ofProvider, savedTime)
      : undefined;
  const own = history.filter((change) => change.provider === provider || change.provider === "use");
  if (own.length === 0) return null;
  const [newest, older] = [own.slice(0, first), own.slice(first)];
  const saves = (changes: readonly WarehouseChange[]) =>
    changes.map((change) => (
      <Save
        key={JSON.stringify(change)}
        provider={provider}
        change={change}
        former={formerOf(change)}
        undo={undo}
      />
    ));
  return (
    <section aria-label="History" className="mt-6 border-t border-border">
      <h2 className="flex h-12 items-center font-strong">History</h2>
      <ul>{saves(newest)}</ul>
      {older.length ? (
        <details>
          <summary className="cursor-pointer py-2 text-12">{older.length} older</summary>
          <ul>{saves(older)}</ul>
        </details>
      ) : null}
    </section>
  );
}
