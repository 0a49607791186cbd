/** What a change would mean, the gravest first. Setup is what is not live yet or not at present, archived also what is over. */
export const consequences = ["running experiment", "live gate", "config", "setup", "archived"] as const;
export type Consequence = (typeof consequences)[number];
