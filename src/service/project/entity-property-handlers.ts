// Answers the endpoints that read and write one entity property source. Each write makes a version, by which If-Match tells it apart.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { EntityPropertyPatch } from "#contract/project-lists-update.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readSources, writeSources } from "#service/database/definitions.ts";
import { badField, checkIfMatch, notFound } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";

const versionOf = ({ version }: EntityPropertySource) => (typeof version === "number" ? version : 1);

async function findSource(reader: Reader, name: string): Promise<EntityPropertySource> {
  const found = (await readSources(reader)).find((source) => source.name === name);
  if (!found) throw notFound("Entity Property Source");
  return found;
}

const answer = (source: EntityPropertySource) => ({ data: source, version: versionOf(source) });

interface Update {
  params: { name: string };
  query: { dryRun: boolean };
  body: EntityPropertyPatch;
}

export function entityPropertyHandlers(database: Database) {
  const change = (
    { params, query, body: { dryRun, ...sent } }: Update,
    { ifMatch }: RequestContext,
    base: (stored: EntityPropertySource) => object,
  ) =>
    database.transaction(
      async (transaction) => {
        const stored = await findSource(transaction, params.name);
        checkIfMatch(ifMatch, versionOf(stored), stored);
        const { name } = stored;
        const sql = sent.sql ?? stored.sql;
        const source = { ...base(stored), ...sent, sql, name, version: versionOf(stored) + 1 };
        await writeSources(transaction, [source]);
        return answer(source);
      },
      { commit: !query.dryRun && !dryRun },
    );
  return {
    readEntityProperty: async ({ params }) => answer(await findSource(database, params.name)),
    createEntityProperty: ({ query, body: { dryRun, ...sent } }) =>
      database.transaction(
        async (transaction) => {
          if ((await readSources(transaction)).some(({ name }) => name === sent.name))
            throw badField("name", "Name is already in use");
          const source = { ...sent, version: 1 };
          await writeSources(transaction, [source]);
          return answer(source);
        },
        { commit: !query.dryRun && !dryRun },
      ),
    updateEntityProperty: (input, context) => change(input, context, () => ({})),
    patchEntityProperty: (input, context) => change(input, context, (stored) => stored),
    deleteEntityProperty: ({ params, query }, { ifMatch }) =>
      database.transaction(
        async (transaction) => {
          const stored = await findSource(transaction, params.name);
          checkIfMatch(ifMatch, versionOf(stored), stored);
          await transaction.query("delete from entity_property where name = $1", [params.name]);
          return {};
        },
        { commit: !query.dryRun },
      ),
  } satisfies Partial<Handlers>;
}
