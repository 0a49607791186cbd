/**
 * How severely a change affects an entity, the most severe first. Setup: not started yet, or disabled. Archived:
 * includes finished ones.
 */
export const consequences = ["running experiment", "enabled gate", "config", "setup", "archived"] as const;
export type Consequence = (typeof consequences)[number];
