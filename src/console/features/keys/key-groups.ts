// Groups keys by name: the newest key of a name replaces the older ones. Includes their usage. Pure.
import type { StoredKey } from "#contract/stored-key.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

export interface KeyGroup {
  /** The newest key of its name; a revoked key forms its own group. */
  newest: StoredKey;
  /** Replaced keys that are still valid, newest first. */
  old: readonly StoredKey[];
}

/** Groups the keys, keeping their order. */
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

/** Percentage, 0 to 100, of the group's requests in the last day that used this key. */
export function shareOf(key: StoredKey, { newest, old }: KeyGroup): number {
  const all = [newest, ...old].reduce((sum, one) => sum + requestsOf(one), 0);
  return all > 0 ? (100 * requestsOf(key)) / all : 0;
}

const numbers = ["", "One key is", "Two keys are", "Three keys are"];

/** Describes until when the keys are valid, and how far apps have switched to the new one. */
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
