// Keys of one name, of which the newest replaces the others, and how they are used. Pure.
import type { StoredKey } from "#contract/stored-key.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

export interface KeyGroup {
  /** The newest one of its name; a revoked key stands alone. */
  newest: StoredKey;
  /** Those that it replaces and that are still valid, the newest first. */
  old: readonly StoredKey[];
}

/** In the order of the keys. */
export function keyGroups(keys: readonly StoredKey[]): KeyGroup[] {
  const byName = new Map<string, StoredKey[]>();
  for (const key of keys) {
    const name = key.revokedTime === null ? key.name : `revoked ${key.id}`;
    byName.set(name, [key, ...(byName.get(name) ?? [])]);
  }
  return [...byName.values()].flatMap((group) => {
    const [newest, ...old] = group.toSorted((a, b) => b.createdTime - a.createdTime);
    return newest ? [{ newest, old }] : [];
  });
}

const requestsOf = ({ requestsOfDay }: StoredKey) => requestsOfDay ?? 0;

/** 0 to 100; of the requests of the last day with any key of the group. */
export function shareOf(key: StoredKey, { newest, old }: KeyGroup): number {
  const all = [newest, ...old].reduce((sum, one) => sum + requestsOf(one), 0);
  return all > 0 ? (100 * requestsOf(key)) / all : 0;
}

const numbers = ["", "One key is", "Two keys are", "Three keys are"];

/** How long they are all valid, and how far the app has moved. */
export function rotationTexts(group: KeyGroup): [validity: string, use: string] {
  const { newest, old } = group;
  const ends = old.flatMap(({ endsTime }) => endsTime ?? []);
  const count = numbers[old.length + 1] ?? `${old.length + 1} keys are`;
  const until =
    ends.length === old.length
      ? `until ${formatDateTime(Math.min(...ends))}`
      : `until the old ${old.length > 1 ? "ones are" : "one is"} revoked`;
  const isUsed = [newest, ...old].some((key) => requestsOf(key) > 0);
  const use = isUsed
    ? `${percentText(Math.floor(shareOf(newest, group)))} of the last day came with the new one.`
    : "None of them was used in the last day.";
  return [`${count} valid ${until}.`, use];
}
