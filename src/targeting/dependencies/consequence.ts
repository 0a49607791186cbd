/** What a change affects, the most severe first. Setup: not live yet, or not at present. Archived: also what is over. */
export const consequences = ["running experiment", "live gate", "config", "setup", "archived"] as const;
export type Consequence = (typeof consequences)[number];
