// Lists the newest changes of all entities in the project.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import type { Database } from "#service/database/database.ts";
import { readRecentChanges, type Save } from "#service/database/recent-changes.ts";
import type { Entities } from "#service/http/entity-reads.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";

/** How the versions of one kind of entity are parsed and converted to the API. */
type Versions<Document, Answered> = Pick<Entities<Document, Answered>, "parse" | "answerVersion">;

const answering =
  <Kind extends Save["kind"], Document, Answered>(
    kind: Kind,
    { parse, answerVersion }: Versions<Document, Answered>,
  ) =>
  (context: RequestContext, { before, after, ...save }: Save) => {
    const answered = (document: unknown) =>
      document === undefined ? null : answerVersion(context)(parse(document));
    return { ...save, kind, before: answered(before), after: answered(after) };
  };

export function changeHandlers<G, C, E>(
  database: Database,
  gates: Versions<G, Gate>,
  configs: Versions<C, DynamicConfig>,
  experiments: Versions<E, Experiment>,
) {
  const answers = {
    gate: answering("gate", gates),
    dynamic_config: answering("dynamic_config", configs),
    experiment: answering("experiment", experiments),
  };
  return {
    listChanges: async ({ query: { since = 0, gates: of, ...pageOf } }, context) => {
      const { items, total } = await readRecentChanges(database, since, of, pageOf);
      return { items: items.map((save) => answers[save.kind](context, save)), total };
    },
  } satisfies Partial<Handlers>;
}
