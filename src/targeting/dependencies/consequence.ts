/** The kinds of entities that a change affects, the most severe first. Setup: not live yet, or not at present. Archived: also those that are over. */
export const consequences = ["running experiment", "live gate", "config", "setup", "archived"] as const;
export type Consequence = (typeof consequences)[number];
