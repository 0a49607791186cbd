// The sentence about events that were removed because they are older than events are kept.

/** Days are those of UTC, as the service keeps them. */
const inUtc = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** "Events before Aug 24, 2026 were removed" */
export const removedText = (removedBefore: number) =>
  `Events before ${inUtc.format(removedBefore)} were removed`;
