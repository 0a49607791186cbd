// Caches the served rules document, ready to be sent: it is rebuilt when something has changed, and compressed only once.
import { hash } from "node:crypto";
import pLimit from "p-limit";
import type { Database } from "#service/database/database.ts";
import type { StoredKind, Parse } from "#service/database/entities.ts";
import { changesSince } from "#service/database/entity-changes.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { precompressedText, type PrecompressedText } from "#service/http/send-json.ts";
import {
  newForm,
  oldFormText,
  specsOf,
  specsText,
  type Project,
  type Specs,
} from "#targeting/rules-document/build-document.ts";
import { initializeWriter } from "#targeting/served-values/initialize-answer.ts";
import { prepareValues, type PreparedValues } from "#targeting/served-values/prepare-values.ts";
import { usedAttributes } from "#targeting/rules-document/used-attributes.ts";
import { assignedUnitsReader } from "./stopped-assignment.ts";
import { timeOfRules } from "./time-of-rules.ts";

type Entity<Name extends keyof Project> = NonNullable<Project[Name]>[number];

/** The parsers of stored documents, by kind of entity. */
export interface Parses {
  readonly gate: Parse<Entity<"gates">>;
  readonly config: Parse<Entity<"configs">>;
  readonly experiment: Parse<Entity<"experiments">>;
  readonly layer: Parse<Entity<"layers">>;
  readonly segment: Parse<Entity<"segments">>;
  readonly holdout: Parse<Entity<"holdouts">>;
}

/** Returns a function that returns all entities of a kind, sorted by id and updated incrementally from what is stored. */
function storedEntities<T extends { readonly id: string }>(kind: StoredKind, parse: Parse<T>) {
  let position: number | undefined;
  let all: ReadonlyMap<string, T> = new Map();

  async function readAll(database: Database) {
    const rows = await database.query<{ document: unknown }>(`select document from ${kind} order by id`);
    return new Map(rows.map(({ document }) => parse(document)).map((entity) => [entity.id, entity]));
  }
  async function readAgain(database: Database, ids: readonly string[]) {
    const next = new Map(all);
    for (const id of ids) next.delete(id);
    for (const entity of (await readDocuments(database, kind, ids)).map(parse)) next.set(entity.id, entity);
    return new Map([...next].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
  return async (database: Database) => {
    const changes = await changesSince(database, kind, position);
    if (!changes.ids) all = await readAll(database);
    else if (changes.ids.size > 0) all = await readAgain(database, [...changes.ids]);
    position = changes.position;
    return all;
  };
}

const forms = {
  old: oldFormText,
  new: (specs: Specs, time: number) => JSON.stringify(newForm(specs, time)),
};
export type DocumentForm = keyof typeof forms;

/** Returns the first six bytes of a digest as an integer, which a number represents exactly. */
const sumOf = (bytes: Uint8Array) => hash("sha1", bytes, "buffer").readUIntBE(0, 6);

export interface ServedValues {
  readonly prepared: PreparedValues;
  readonly write: ReturnType<typeof initializeWriter>;
}

export interface ServedRules {
  readonly time: number;
  readonly counts: { readonly gates: number; readonly configs: number; readonly experiments: number };
  readonly text: (form: DocumentForm) => PrecompressedText;
  /** The same rules, prepared for evaluation. */
  readonly values: () => ServedValues;
  /** Plain names of the user attributes that the rules and the results read. */
  readonly attributes: () => ReadonlySet<string>;
  readonly experiments: readonly Entity<"experiments">[];
}

/** Returns the rules document of an environment; `time` in ms is its version. */
function servedRules(specs: Specs, time: number, project: Project): ServedRules {
  const texts = new Map<DocumentForm, PrecompressedText>();
  let values: ServedValues | undefined;
  let attributes: ReadonlySet<string> | undefined;
  return {
    time,
    experiments: project.experiments,
    counts: {
      gates: project.gates.length,
      configs: project.configs.length,
      experiments: project.experiments.length,
    },
    values: () => {
      if (!values) {
        const prepared = prepareValues(project);
        values = { prepared, write: initializeWriter(prepared, sumOf) };
      }
      return values;
    },
    attributes: () => (attributes ??= usedAttributes(specs, project)),
    text: (form) => {
      const text = texts.get(form) ?? precompressedText(forms[form](specs, time));
      texts.set(form, text);
      return text;
    },
  };
}

/** Milliseconds for which an unchanged document is served without reading its time again, which another process may have changed;
 *  for a process that receives no notifications. */
const lookAgainAfter = 500;
/** Milliseconds after which a process with notifications checks the database anyway: one may be lost with its connection. */
const lookAtLatestAfter = 2000;

interface Built {
  readonly specs: Specs;
  readonly fingerprint: string;
  readonly served: ServedRules;
  /** The value of `database.changeNumber` when the database was last checked. */
  readonly changeNumber: number | undefined;
  /** When the database was last checked, by `performance.now()` in ms. */
  readonly looked: number;
}

export function rulesCache(database: Database, parses: Parses) {
  const inTurn = pLimit(1);
  const stopped = assignedUnitsReader(database);
  const kinds = [
    storedEntities("gate", parses.gate),
    storedEntities("dynamic_config", parses.config),
    storedEntities("experiment", parses.experiment),
    storedEntities("layer", parses.layer),
    storedEntities("segment", parses.segment),
    storedEntities("holdout", parses.holdout),
  ] as const;
  let read: Project | undefined;
  /** The entities that `read` was built from. */
  let parts: readonly unknown[] = [];
  const byEnvironment = new Map<string, Built>();

  async function readProject(now: number) {
    const [gates, configs, experiments, layers, segments, holdouts] = await Promise.all([
      kinds[0](database),
      kinds[1](database),
      kinds[2](database),
      kinds[3](database),
      kinds[4](database),
      kinds[5](database),
    ]);
    const served = await Promise.all(
      [...experiments.values()].map(async (one) =>
        one.status === "assignment_stopped" ? stopped(one, now) : one,
      ),
    );
    const stops = served.filter(({ status }) => status === "assignment_stopped");
    const next = [gates, configs, experiments, layers, segments, holdouts, ...stops];
    if (!read || next.some((part, index) => part !== parts[index])) {
      parts = next;
      byEnvironment.clear();
      read = {
        gates: [...gates.values()],
        configs: [...configs.values()],
        experiments: served,
        layers: [...layers.values()],
        segments: [...segments.values()],
        holdouts: [...holdouts.values()],
      };
    }
    return read;
  }

  /** The cached rules of an environment, if no notification has arrived since the last check. */
  function fresh(environment: string) {
    const known = byEnvironment.get(environment);
    const isUnchanged =
      known?.changeNumber !== undefined && known.changeNumber === database.changeNumber?.("entities");
    return isUnchanged && performance.now() < known.looked + lookAtLatestAfter ? known.served : undefined;
  }

  async function look(environment: string, now: number) {
    const [changeNumber, looked] = [database.changeNumber?.("entities"), performance.now()];
    const project = await readProject(now);
    const known = byEnvironment.get(environment);
    if (known && changeNumber === undefined && looked < known.looked + lookAgainAfter) return known.served;
    const specs = known?.specs ?? specsOf(project, environment);
    const fingerprint = known?.fingerprint ?? hash("sha256", specsText(specs), "hex");
    const time = await timeOfRules(database, environment, fingerprint, now);
    const served = known?.served.time === time ? known.served : servedRules(specs, time, project);
    byEnvironment.set(environment, { specs, fingerprint, served, changeNumber, looked });
    return served;
  }

  /** The current rules for the users of an environment; `now` in ms. */
  const current = async (environment: string, now: number): Promise<ServedRules> =>
    fresh(environment) ?? inTurn(async () => fresh(environment) ?? look(environment, now));

  const attributes = async (environment: string, now: number): Promise<ReadonlySet<string>> =>
    (await current(environment, now)).attributes();
  const experimentsInLayers = async (environment: string, layers: readonly string[], now: number) =>
    (await current(environment, now)).experiments.filter(({ layerID }) => layers.includes(layerID ?? ""));
  return { current, attributes, experimentsInLayers };
}

export type RulesCache = ReturnType<typeof rulesCache>;
