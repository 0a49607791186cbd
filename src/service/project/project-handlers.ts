// Implements the endpoints of tags, target apps, unit id types and environments.
import { idFormOf } from "#contract/entity-name.ts";
import { ProjectEnvironments, Tag, TargetApp, UnitIDType } from "#contract/project-lists.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import { pageOfList } from "#service/database/pages.ts";
import {
  environmentsOfKeys,
  readList,
  tagsInUse,
  unitTypesInUse,
  writeToList,
  type ProjectList,
} from "#service/database/project-lists.ts";
import { badField, notFound, refuse } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";

const byName = <Item extends { name: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));

/** The items that were created, and those that are in use under further names. */
function withUsed<Item extends { name: string }>(
  made: readonly Item[],
  used: readonly string[],
  make: (name: string) => Item,
): Item[] {
  const known = new Set(made.map(({ name }) => name));
  return byName([...made, ...used.filter((name) => !known.has(name)).map(make)]);
}

const usedTag = (name: string): Tag => ({ id: idFormOf(name), name, description: "", isCore: false });
const usedUnitType = (name: string): UnitIDType => ({ name, description: "" });
const unitTypesOfLibraries = ["userID", "stableID"];

const standing = { requiresReview: false, requiresReleasePipeline: false };
// Choice: a project has the environments production, staging and development until it defines its own.
const usualEnvironments = ["production", "staging", "development"].map((name) => ({
  id: name,
  name,
  isProduction: name === "production",
  ...standing,
}));

export function projectHandlers(database: Database) {
  const parses = {
    tag: (document: unknown) => Tag.parse(document),
    app: (document: unknown) => TargetApp.parse(document),
    unit: (document: unknown) => UnitIDType.parse(document),
    environments: (document: unknown) => ProjectEnvironments.parse(document),
  };
  const tags = async () =>
    withUsed(await readList(database, "tag", parses.tag), await tagsInUse(database), usedTag);
  const apps = () => readList(database, "target_app", parses.app);

  /** Stores a new item; throws 400 where its id is in use. */
  const add = <Item extends object>(kind: ProjectList, id: string, item: Item, dryRun: boolean) =>
    database.transaction(
      async (transaction: Transaction) => {
        const ids = await transaction.query<{ id: string }>("select id from project_list where kind = $1", [
          kind,
        ]);
        if (ids.some((one) => one.id === id)) throw badField("name", "Name is already in use");
        await writeToList(transaction, kind, id, item);
        return { data: item };
      },
      { commit: !dryRun },
    );

  return {
    listTags: async ({ query }) => pageOfList(await tags(), query),
    readTag: async ({ params }) => {
      const data = (await tags()).find(({ id }) => id === params.id);
      if (!data) throw notFound("Tag");
      return { data };
    },
    createTag: ({ body, query }) => {
      const id = idFormOf(body.name);
      return add("tag", id, { id, ...body }, query.dryRun);
    },
    listTargetApps: async ({ query }) => pageOfList(byName(await apps()), query),
    readTargetApp: async ({ params }) => {
      const data = (await apps()).find(({ id }) => id === params.id);
      if (!data) throw notFound("Target app");
      return { data };
    },
    createTargetApp: ({ body: { name, description }, query }) => {
      const id = idFormOf(name);
      return add("target_app", id, { id, name, description }, query.dryRun);
    },
    listUnitIDTypes: async ({ query }) => {
      const made = await readList(database, "unit_id_type", parses.unit);
      const used = new Set([...unitTypesOfLibraries, ...(await unitTypesInUse(database))]);
      return pageOfList(withUsed(made, [...used], usedUnitType), query);
    },
    createUnitIDType: ({ body, query }) => {
      if (unitTypesOfLibraries.some((name) => name.toLowerCase() === body.name.toLowerCase()))
        throw badField("name", "Name is already in use");
      return add("unit_id_type", body.name, body, query.dryRun);
    },
    readEnvironments: async () => {
      const [data] = await readList(database, "environments", parses.environments);
      return { data: data ?? { environments: usualEnvironments } };
    },
    updateEnvironments: ({ body, query }) =>
      database.transaction(
        async (transaction) => {
          const names = new Set(body.environments.map(({ name }) => name.toLowerCase()));
          const gone = (await environmentsOfKeys(transaction)).filter(
            (name) => !names.has(name.toLowerCase()),
          );
          refuse(
            gone.map((name) => ({
              property: "environments",
              errorMessage: `'${name}' must stay: keys of apps are for it`,
            })),
          );
          const environments = body.environments.map(({ id, ...environment }) => ({
            ...environment,
            id: id ?? idFormOf(environment.name),
          }));
          await writeToList(transaction, "environments", "all", { environments });
          return { data: { environments } };
        },
        { commit: !query.dryRun },
      ),
  } satisfies Partial<Handlers>;
}
