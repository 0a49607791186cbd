// Handlers of file imports: a file is uploaded, its first rows are previewed, then it is imported in the background.
import type { Logger } from "pino";
import { Experiment } from "#contract/experiment.ts";
import type { Database } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import { badField, notFound, HttpError } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { requestedCommand } from "./requested-command.ts";
import { runningImports } from "./running-imports.ts";
import { listImports, readStoredImport, undoImport } from "./stored-imports.ts";
import { uploadedFiles } from "./uploaded-files.ts";

interface Options {
  dataDir: string;
  now: () => number;
  log: Pick<Logger, "error">;
}

export function importHandlers(database: Database, { dataDir, now, log }: Options) {
  const files = uploadedFiles(dataDir);
  const running = runningImports(database, log);

  async function find(id: string) {
    const found = running.find(id) ?? (await readStoredImport(database, id));
    if (!found) throw notFound("Import");
    return found;
  }
  return {
    sendImportFile: async ({ query }, { upload }) => ({ data: await files.receive(query.name, upload) }),
    readImportFile: async ({ params }) => ({ data: files.read(params.id) }),
    createImport: async ({ body }, { key }) => {
      const { path, name, size } = files.find(body.file);
      const command = requestedCommand(body, path);
      if (command.kind === "exposures") {
        const experiment = await readEntity(database, "experiment", command.experiment, (document) =>
          Experiment.parse(document),
        );
        if (!experiment) throw badField("experimentID", `Experiment '${command.experiment}' not found`);
      }
      // A file with invalid rows is kept, because it may be imported again without them.
      const release = files.hold(body.file);
      const ended = () => {
        release();
        if (running.find(started.id)?.state === "stored") files.remove(body.file);
      };
      const started = running.start({ command, name, size, author: key.name }, now, ended);
      return { data: started };
    },
    listImports: ({ query }) => listImports(database, query),
    readImport: async ({ params }) => ({ data: await find(params.id) }),
    cancelImport: async ({ params }) => {
      await find(params.id);
      running.cancel(params.id);
      return { data: await find(params.id) };
    },
    undoImport: async ({ params }) => {
      await find(params.id);
      const removed = await database.transaction((transaction) => undoImport(transaction, params.id), {
        isLong: true,
      });
      if (removed === undefined)
        throw new HttpError(
          409,
          "It was imported by an earlier version, which did not note its rows, so it cannot be undone.",
        );
      running.forget(params.id);
      return { data: { removed } };
    },
  } satisfies Partial<Handlers>;
}
