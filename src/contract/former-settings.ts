// Warehouse settings as they stood before a save, from those of now and the saves since. Pure.

type Values = Readonly<Record<string, unknown>>;

interface Save {
  readonly savedTime: number;
  /** Values of the settings that it changed, as they were before; null is none. */
  readonly before: Values;
}

/** `saves` are those of one provider, the newest first; what is not secret alone. Undefined where the save is not among them. */
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
