// Handlers for one unit: its timeline and its attributes.
import type { Database } from "#service/database/database.ts";
import type { Handlers } from "#service/http/handler.ts";
import { unitAttributes } from "./unit-attributes.ts";
import { unitTimeline } from "./unit-timeline.ts";

export const unitHandlers = (
  database: Database,
): Pick<Handlers, "readUnitTimeline" | "readUnitAttributes"> => ({
  readUnitTimeline: async ({ query }, { now, signal }) => ({
    data: await database.snapshot((reader) => unitTimeline(reader, query, now), signal),
  }),
  readUnitAttributes: async ({ query }, { signal }) => ({
    data: await database.snapshot((reader) => unitAttributes(reader, query.unit), signal),
  }),
});
