// The draft slot that this tab edits an entity in. Two tabs never write the same slot: each holds a lock on its own.
import pLimit from "p-limit";
import { useEffect, useState } from "react";
import { listDrafts } from "./drafts.ts";

/** Choice: a second tab that edits the same entity keeps its draft separately, under a numbered name. */
const placesOf = (entity: string) => [
  entity,
  ...Array.from({ length: 8 }, (_, index) => `${entity}~${index + 2}`),
];

/** Resolves with a function that releases the lock, or with undefined if another tab holds the slot. */
const hold = (locks: LockManager, slot: string) =>
  new Promise<(() => void) | undefined>((resolve) => {
    void locks.request(`assay.draft.${slot}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
  });

async function claim(locks: LockManager, entity: string, wanted: string | undefined) {
  const persisted = listDrafts().flatMap((draft) => (draft.entity === entity ? [draft.slot] : []));
  const first = persisted.filter((slot) => slot === wanted);
  for (const slot of new Set([...first, ...persisted, ...placesOf(entity)])) {
    const release = await hold(locks, slot);
    if (release) return { slot, release };
  }
  return { slot: `${entity}~${crypto.randomUUID()}`, release: () => {} };
}

/** Claims of this tab run one at a time, so that an editor that is opened again finds its own slot free. */
const inTurn = pLimit(1);

/**
 * Returns the slot to keep the draft in: the wanted one, else the one with the newest draft, provided no other tab edits it.
 * Undefined until the browser has granted the lock.
 */
export function useDraftSlot(entity: string, wantedNow?: string): string | undefined {
  // An open editor keeps its slot, even if the address changes.
  const [wanted] = useState(wantedNow);
  const canLock = "locks" in navigator;
  const [claimed, setClaimed] = useState<{ entity: string; slot: string }>();
  useEffect(() => {
    if (!canLock) return undefined;
    let isOver = false;
    let release = () => {};
    void inTurn(async () => {
      if (isOver) return;
      const got = await claim(navigator.locks, entity, wanted);
      release = got.release;
      if (isOver) release();
      else setClaimed({ entity, slot: got.slot });
    });
    return () => {
      isOver = true;
      release();
    };
  }, [canLock, entity, wanted]);
  if (!canLock) return wanted?.startsWith(`${entity}~`) ? wanted : entity;
  return claimed?.entity === entity ? claimed.slot : undefined;
}
