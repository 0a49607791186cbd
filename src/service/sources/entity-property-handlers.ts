// Handlers of the endpoints of entity property sources, which hold properties of units.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { Database } from "#service/database/database.ts";
import {
  parseEntityProperty,
  readDimensionUses,
  readEntityProperties,
  type StoredEntityProperty,
} from "#service/database/warehouse-sources.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { emptySource } from "./answered-source.ts";
import type { SourcePreviews } from "./source-previews.ts";
import { writtenSources, type SourcesOfKind } from "./written-sources.ts";

const answered = (source: StoredEntityProperty): EntityPropertySource =>
  withEveryField<EntityPropertySource>(source, { ...emptySource, timestampColumn: "", idTypeMapping: [] });

const ofKind: SourcesOfKind<StoredEntityProperty, EntityPropertySource> = {
  kind: "entity_property",
  noun: "Entity Property Source",
  parse: parseEntityProperty,
  readAll: readEntityProperties,
  answered,
  answers: async (reader) => {
    const uses = await readDimensionUses(reader);
    return (source) => {
      const columns = new Set((source.columns ?? []).map(({ name }) => name.toLowerCase()));
      const usedBy = uses.filter(({ keys }) => keys.some((key) => columns.has(key.toLowerCase())));
      return { ...answered(source), usedBy: usedBy.map(({ use }) => use) };
    };
  },
};

export function entityPropertyHandlers(database: Database, looks: SourcePreviews) {
  const sources = writtenSources(database, looks, ofKind);
  const handlers = {
    listEntityProperties: sources.list,
    readEntityProperty: sources.read,
    listEntityPropertyVersions: sources.listVersions,
    createEntityProperty: sources.create,
    updateEntityProperty: sources.update,
    patchEntityProperty: sources.patch,
    deleteEntityProperty: (input, context) => sources.remove(input, context, () => undefined),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createEntityProperty: sources.checkCreation,
    updateEntityProperty: sources.checkChange,
    patchEntityProperty: sources.checkChange,
  };
  return { handlers, checks };
}
