// Stores saved views of the event explorer, shared by all users of the service.
import { EventView } from "#contract/event-answers.ts";
import { idFormOf } from "#contract/entity-name.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import type { DocumentRow } from "#service/database/entities.ts";
import { pageOfList } from "#service/database/pages.ts";
import { badField, checkIfMatch, notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";

/** Reads all views, sorted by name regardless of case, with numbers by their value. */
async function readViews(reader: Reader): Promise<EventView[]> {
  const rows = await reader.query<DocumentRow>("select document from event_view order by id");
  return rows
    .map(({ document }) => EventView.parse(document))
    .sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}

async function find(reader: Reader, id: string): Promise<EventView> {
  const view = (await readViews(reader)).find((one) => one.id === id);
  if (!view) throw notFound("Event view");
  return view;
}

async function store(transaction: Transaction, view: EventView) {
  await transaction.query("delete from event_view where id = $1", [view.id]);
  await transaction.query("insert into event_view (id, document) values ($1, $2::jsonb)", [
    view.id,
    JSON.stringify(view),
  ]);
}

function checkName(views: readonly EventView[], name: string, id?: string) {
  const isTaken = views.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw badField("name", "Name is already in use");
}

/** Returns the id form of the name, with a number appended if it is taken. */
function freeID(views: readonly EventView[], name: string): string {
  const base = idFormOf(name);
  const taken = new Set(views.map(({ id }) => id));
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}

export const eventViewHandlers = (database: Database) =>
  ({
    listEventViews: async ({ query }) => pageOfList(await readViews(database), query),
    readEventView: async ({ params }) => {
      const data = await find(database, params.id);
      return { data, version: data.version };
    },
    createEventView: ({ body: { name, query: asked }, query }, { now, key }) =>
      database.transaction(
        async (transaction) => {
          const views = await readViews(transaction);
          checkName(views, name);
          const signed = { creatorName: key.name, createdTime: now };
          const saved = { lastModifierName: key.name, lastModifiedTime: now };
          const data = { id: freeID(views, name), name, query: asked, version: 1, ...signed, ...saved };
          await store(transaction, data);
          return { data, version: data.version };
        },
        { commit: !query.dryRun },
      ),
    patchEventView: ({ params, body, query }, { now, key, ifMatch }) =>
      database.transaction(
        async (transaction) => {
          const current = await find(transaction, params.id);
          checkIfMatch(ifMatch, current.version, current);
          const { name = current.name, query: asked = current.query } = body;
          checkName(await readViews(transaction), name, current.id);
          const saved = { lastModifierName: key.name, lastModifiedTime: now };
          const data = { ...current, name, query: asked, version: current.version + 1, ...saved };
          await store(transaction, data);
          return { data, version: data.version };
        },
        { commit: !query.dryRun },
      ),
    deleteEventView: ({ params, query }, { ifMatch }) =>
      database.transaction(
        async (transaction) => {
          const current = await find(transaction, params.id);
          checkIfMatch(ifMatch, current.version, current);
          await transaction.query("delete from event_view where id = $1", [current.id]);
          return {};
        },
        { commit: !query.dryRun },
      ),
  }) satisfies Partial<Handlers>;
