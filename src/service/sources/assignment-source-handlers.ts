// Answers the endpoints of assignment sources.
import type { AssignmentSource } from "#contract/warehouse-source.ts";
import { AssignmentSourcePatch } from "#contract/warehouse-source-update.ts";
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { pageOfList } from "#service/database/pages.ts";
import {
  parseAssignmentSource,
  readAssignmentSources,
  readSourceUses,
  type StoredAssignmentSource,
} from "#service/database/warehouse-sources.ts";
import { versionedWrites, type WrittenEntities } from "#service/entity-writes/versioned-writes.ts";
import { withEveryField } from "#service/http/answered-entity.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { notFound, refuse, Refusal } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { emptySource, known, nameInUse } from "./answered-source.ts";
import {
  changeProblems,
  newAssignmentSource,
  patchedAssignmentSource,
  replacedAssignmentSource,
} from "./changed-source.ts";
import { isDry } from "./requested-source.ts";
import type { SourceLooks } from "./source-looks.ts";

const answered = (source: StoredAssignmentSource): AssignmentSource =>
  withEveryField<AssignmentSource>(source, emptySource);

const entities: WrittenEntities<StoredAssignmentSource, AssignmentSource> = {
  kind: "assignment_source",
  noun: "Assignment Source",
  parse: parseAssignmentSource,
  references: () => [],
  createProblems: (reader, body) => nameInUse(reader, "assignment_source", body),
  answers: async (reader, _context, sources) => {
    const uses = await readSourceUses(
      reader,
      sources.map(({ name }) => name),
    );
    return (source) => ({ ...answered(source), usedBy: uses.get(source.name) ?? [] });
  },
};

const updateProblems = async (
  _reader: Reader,
  stored: StoredAssignmentSource,
  body: unknown,
): Promise<Problem[]> => {
  const { data } = AssignmentSourcePatch.safeParse(body);
  return data ? changeProblems(stored, data) : [];
};

export function assignmentSourceHandlers(database: Database, looks: SourceLooks) {
  const { change, create, remove, checkStored } = versionedWrites(database, entities);
  const checked = checkStored(updateProblems);
  const find = (name: string) => findEntity(database, entities, name);
  const handlers = {
    listAssignmentSources: async ({ query }, context) => {
      const reader = await database.upToDate();
      const { items, total } = pageOfList(await readAssignmentSources(reader), query);
      return { items: items.map(await entities.answers(reader, context, items)), total };
    },
    readAssignmentSource: async ({ params }, context) => {
      const reader = await database.upToDate();
      const source = await findEntity(reader, entities, params.id);
      const answer = await entities.answers(reader, context, [source]);
      return { data: answer(source), version: source.version };
    },
    listAssignmentSourceVersions: async ({ params, query }) => {
      const found = await listVersions(database, entities.kind, params.id, query, parseAssignmentSource);
      if (found.total === 0) throw notFound(entities.noun);
      return { ...found, items: found.items.map(answered) };
    },
    createAssignmentSource: async (input, context) => {
      const look = await looks.ofWrite("assignment_source", input, undefined, context);
      const made = await create(isDry(input), context, (sent, signer, lastVersion) =>
        newAssignmentSource(sent, signer, lastVersion, look.told),
      );
      return look.answered(made);
    },
    updateAssignmentSource: async (input, context) => {
      const look = await looks.ofWrite("assignment_source", input, await find(input.params.id), context);
      const changed = await change(isDry(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return replacedAssignmentSource(stored, input.body, context, known(stored, input.body, look));
      });
      return look.answered(changed);
    },
    patchAssignmentSource: async (input, context) => {
      const look = await looks.ofWrite("assignment_source", input, await find(input.params.id), context);
      const changed = await change(isDry(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return patchedAssignmentSource(stored, input.body, context, look.told);
      });
      return look.answered(changed);
    },
    deleteAssignmentSource: (input, context) =>
      remove(input, context, async ({ name }, reader) => {
        const uses = (await readSourceUses(reader, [name])).get(name) ?? [];
        if (uses.length > 0)
          throw new Refusal(400, "Assignment source is referenced by active experiments.", {
            errors: uses.map((use) => ({
              property: "name",
              errorMessage: `The experiment '${use.name}' is measured from it`,
            })),
          });
      }),
  } satisfies Partial<Handlers>;
  const checks: BodyChecks = {
    createAssignmentSource: (body) => entities.createProblems(database, body),
    updateAssignmentSource: checked,
    patchAssignmentSource: checked,
  };
  return { handlers, checks };
}
