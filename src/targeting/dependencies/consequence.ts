/** The kinds of entities that a change affects, the most severe first. Setup: not started yet, or disabled. Archived: also those that are over. */
export const consequences = ["running experiment", "enabled gate", "config", "setup", "archived"] as const;
export type Consequence = (typeof consequences)[number];
