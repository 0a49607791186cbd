// Imports a project file: new entities are added, changed ones get a new version, others stay unchanged.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { sameJson } from "#contract/json5.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import {
  type DocumentRow,
  type StoredKind,
  type EntityWrite,
  loadEntities,
  updateEntities,
} from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { lastEarlierVersions } from "#service/database/history.ts";
import { parseCostProblems } from "#contract/oversized.ts";
import { sizeProblems } from "#service/entity-writes/document-size.ts";
import type { Referring } from "#targeting/dependencies/references.ts";
import type { ProjectCommand } from "./command-line.ts";
import { ProjectFile } from "./project-file.ts";
import { UnreadableFile } from "#service/imports/file-row.ts";

export interface Changes {
  added: number;
  updated: number;
  unchanged: number;
}
export type ProjectReport = Record<keyof ProjectFile, Changes>;

const none: Changes = { added: 0, updated: 0, unchanged: 0 };

const unreadable = (problems: readonly Problem[]) => {
  const lines = problems.map(({ property, errorMessage }) => `  ${property}: ${errorMessage}`);
  return new UnreadableFile(`The project has problems; nothing was stored.\n${lines.join("\n")}`);
};

function readProjectFile(path: string): ProjectFile {
  const bytes = readFileSync(path);
  const text = (path.toLowerCase().endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UnreadableFile(`The file is not valid JSON: ${error instanceof Error ? error.message : ""}`);
  }
  const parsed = ProjectFile.safeParse(given);
  if (parsed.success) return parsed.data;
  throw unreadable(problemsOf(parsed.error, given));
}

const author = {
  lastModifierID: "",
  lastModifierName: "IMPORT",
  lastModifierEmail: null,
  lastModifiedReason: null,
};
const creator = { creatorID: "", creatorName: "IMPORT", creatorEmail: null };

/** Fields that the service sets itself; they are ignored when a stored document is compared with a file's. */
const ownFields = new Set([
  "version",
  "createdTime",
  "lastModifiedTime",
  ...Object.keys(author),
  ...Object.keys(creator),
]);

/** Whether every field in the file already has the same stored value. */
const saysTheSame = (stored: object, given: object): boolean => {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(given).every(
    ([field, value]) => ownFields.has(field) || sameJson(before.get(field), value),
  );
};

const anyDocument = (document: unknown): object =>
  typeof document === "object" && document !== null ? document : {};

type Given = EntityDocument & Referring;

/** Builds the document to store from a given entity and its stored version. */
function writeOf(given: Given, stored: object | undefined, lastVersion: number, now: number): EntityWrite {
  const version =
    stored && "version" in stored && typeof stored.version === "number" ? stored.version : lastVersion;
  const document = {
    ...creator,
    createdTime: now,
    ...stored,
    ...author,
    ...given,
    lastModifiedTime: now,
    version: version + 1,
  };
  return { document, references: gateReferences(document) };
}

/** Throws UnreadableFile for entities that exceed the size limits of the API. */
function refuseLarge(kind: StoredKind, writes: readonly EntityWrite[], known: ReadonlyMap<string, object>) {
  const problems = writes.flatMap(({ document }) =>
    [
      ...sizeProblems(kind.replace("_", " "), document, known.get(document.id)),
      ...parseCostProblems(document),
    ].map(({ errorMessage }) => ({ property: `${kind} ${document.id}`, errorMessage })),
  );
  if (problems.length) throw unreadable(problems);
}

/** Stores new and changed entities. If an id occurs again, the later entity is stored after all first occurrences. */
async function importEntities(
  transaction: Transaction,
  kind: StoredKind,
  all: readonly Given[],
  now: number,
): Promise<Changes> {
  const first = new Map<string, Given>();
  for (const given of all) if (!first.has(given.id)) first.set(given.id, given);
  const rows = await transaction.query<DocumentRow & { id: string }>(
    `select id, document from ${kind} where id = any($1)`,
    [[...first.keys()]],
  );
  const known = new Map(rows.map(({ id, document }) => [id, anyDocument(document)]));
  const deleted = await lastEarlierVersions(
    transaction,
    kind,
    [...first.keys()].filter((id) => !known.has(id)),
  );
  const [added, updated]: [EntityWrite[], EntityWrite[]] = [[], []];
  for (const given of first.values()) {
    const stored = known.get(given.id);
    if (stored && saysTheSame(stored, given)) continue;
    (stored ? updated : added).push(writeOf(given, stored, deleted.get(given.id) ?? 0, now));
  }
  refuseLarge(kind, [...added, ...updated], known);
  await loadEntities(transaction, kind, added);
  await updateEntities(transaction, kind, updated, now);
  const repeated = all.filter((given) => first.get(given.id) !== given);
  const later = repeated.length ? await importEntities(transaction, kind, repeated, now) : none;
  return {
    added: added.length + later.added,
    updated: updated.length + later.updated,
    unchanged: first.size - added.length - updated.length + later.unchanged,
  };
}

/** Imports a command's file in one transaction; `now` in ms. Throws UnreadableFile with one line per problem. */
export async function importProject(
  database: Database,
  command: ProjectCommand,
  now: number,
): Promise<ProjectReport> {
  const project = readProjectFile(command.file);
  return database.transaction(
    async (transaction) => ({
      gates: await importEntities(transaction, "gate", project.gates, now),
      dynamicConfigs: await importEntities(transaction, "dynamic_config", project.dynamicConfigs, now),
      experiments: await importEntities(transaction, "experiment", project.experiments, now),
      metrics: await importEntities(transaction, "metric", project.metrics, now),
      entityProperties: await importEntities(transaction, "entity_property", project.entityProperties, now),
    }),
    { commit: !command.dryRun, isLong: true },
  );
}
