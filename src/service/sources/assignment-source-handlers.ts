// Handlers of the assignment source endpoints.
import type { AssignmentSource } from "#contract/warehouse-source.ts";
import type { Database } from "#service/database/database.ts";
import {
  parseAssignmentSource,
  readAssignmentSources,
  readSourceUses,
  type StoredAssignmentSource,
} from "#service/database/warehouse-sources.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import { HttpError } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { emptySource } from "./answered-source.ts";
import type { SourcePreviews } from "./source-previews.ts";
import { writtenSources, type SourcesOfKind } from "./written-sources.ts";

const answered = (source: StoredAssignmentSource): AssignmentSource =>
  withEveryField<AssignmentSource>(source, emptySource);

const ofKind: SourcesOfKind<StoredAssignmentSource, AssignmentSource> = {
  kind: "assignment_source",
  noun: "Assignment Source",
  parse: parseAssignmentSource,
  readAll: readAssignmentSources,
  answered,
  answers: async (reader, _context, sources) => {
    const uses = await readSourceUses(
      reader,
      sources.map(({ name }) => name),
    );
    return (source) => ({ ...answered(source), usedBy: uses.get(source.name) ?? [] });
  },
};

export function assignmentSourceHandlers(database: Database, looks: SourcePreviews) {
  const sources = writtenSources(database, looks, ofKind);
  const handlers = {
    listAssignmentSources: sources.list,
    readAssignmentSource: sources.read,
    listAssignmentSourceVersions: sources.listVersions,
    createAssignmentSource: sources.create,
    updateAssignmentSource: sources.update,
    patchAssignmentSource: sources.patch,
    deleteAssignmentSource: (input, context) =>
      sources.remove(input, context, async ({ name }, reader) => {
        const uses = (await readSourceUses(reader, [name])).get(name) ?? [];
        if (uses.length > 0)
          throw new HttpError(400, "Assignment source is referenced by active experiments.", {
            errors: uses.map((use) => ({
              property: "name",
              errorMessage: `The experiment '${use.name}' is measured from it`,
            })),
          });
      }),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createAssignmentSource: sources.checkCreation,
    updateAssignmentSource: sources.checkChange,
    patchAssignmentSource: sources.checkChange,
  };
  return { handlers, checks };
}
