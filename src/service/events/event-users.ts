// Handlers that list recent users for the back-test, and parse user agents and addresses for it.
import type { Database } from "#service/database/database.ts";
import { readRecentUsers } from "#service/database/recent-users.ts";
import type { Handlers } from "#service/http/handler.ts";
import { readSources, withDerivedOfEvents } from "#targeting/evaluate/derived-attributes.ts";

export const eventUserHandlers = (
  database: Database,
): Pick<Handlers, "listEventUsers" | "readDerivedAttributes"> => ({
  listEventUsers: async ({ query }) => {
    const { items, total } = await readRecentUsers(database, query);
    return { items: items.map(withDerivedOfEvents), total };
  },
  readDerivedAttributes: async ({ query }) => ({ data: readSources(query) }),
});
