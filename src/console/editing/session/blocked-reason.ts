interface Edited {
  stored: { status?: string | null | undefined };
  isBusy: boolean;
  isDirty: boolean;
  isOutdated: boolean;
  merge: { conflicts: readonly unknown[] } | undefined;
}

/** Why neither a review nor a save of a draft is possible now; `refusal` where nothing can be saved at all. */
export function blockedReason(edit: Edited, noun: "gate" | "config", refusal: string | undefined) {
  if (refusal) return refusal;
  if (edit.stored.status === "Archived") return `The ${noun} is archived: unarchive it first.`;
  if (edit.isBusy) return "The service is being asked.";
  if (!edit.isDirty) return "Nothing is changed yet.";
  if (edit.isOutdated) return "Someone saved meanwhile: bring that version into the draft first.";
  if (edit.merge?.conflicts.length) return "You both changed the same thing: decide on it first.";
  return undefined;
}
