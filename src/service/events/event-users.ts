// Answers recent users: the back-test evaluates rules for them.
import type { Database } from "#service/database/database.ts";
import { readRecentUsers } from "#service/database/recent-users.ts";
import type { Handlers } from "#service/http/handler.ts";

export const eventUserHandlers = (database: Database): Pick<Handlers, "listEventUsers"> => ({
  listEventUsers: ({ query }) => readRecentUsers(database, query),
});
