// Reconstructs the warehouse settings before a save, from the current settings and the saves since. Pure.

type Values = Readonly<Record<string, unknown>>;

interface Save {
  readonly savedTime: number;
  /** Previous values of the settings that the save changed; null if there was none. */
  readonly before: Values;
}

/** `saves` are the saves of one provider, the newest first, without secrets. Returns undefined if no save has this time. */
export function settingsBefore(
  current: Values,
  saves: readonly Save[],
  savedTime: number,
): Record<string, unknown> | undefined {
  const last = saves.findLastIndex((save) => save.savedTime === savedTime);
  if (last < 0) return undefined;
  const former = new Map(Object.entries(current));
  for (const { before } of saves.slice(0, last + 1))
    for (const [name, value] of Object.entries(before))
      if (value === null || value === undefined) former.delete(name);
      else former.set(name, value);
  return Object.fromEntries(former);
}
