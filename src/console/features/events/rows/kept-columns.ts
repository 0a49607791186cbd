// Remembers the last chosen columns for each event name in this browser; the address holds the current ones.
import { useEffect, useRef } from "react";
import { z } from "zod/mini";
import { useEvent } from "#console/foundation/ui/use-event.ts";

const storageKey = "assay.event-columns";
const Kept = z.record(z.string(), z.array(z.string()));
/** Maximum number of names; the ones chosen longest ago are forgotten first. */
const mostNames = 100;

function readKept(): [string, string[]][] {
  try {
    return Object.entries(Kept.parse(JSON.parse(localStorage.getItem(storageKey) ?? "{}")));
  } catch {
    return [];
  }
}

/** `name` is empty for events of several names. */
export function keepColumns(name: string, fields: readonly string[]) {
  const others = readKept().filter(([other]) => other !== name);
  const kept = [...others, ...(fields.length > 0 ? [[name, fields] as const] : [])].slice(-mostNames);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage, only the address holds the columns.
  }
}

/** Puts the stored columns of an event name into the address, if it has none or has those of another name. */
export function useKeptColumns(
  name: string,
  fields: readonly string[] | undefined,
  onFields: (fields: readonly string[]) => void,
) {
  const before = useRef(name);
  const take = useEvent(() => {
    const isOther = before.current !== name;
    before.current = name;
    const kept = readKept().find(([one]) => one === name)?.[1];
    if (kept && (isOther || fields === undefined)) onFields(kept);
  });
  useEffect(take, [take, name]);
}
