// The file to import and the use of its columns. This tab remembers both, so that they outlast a reload and leaving the page,
// as long as the service has the file.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod/mini";
import type { ImportFile } from "#contract/log-import.ts";
import { query } from "#console/foundation/api/query.ts";
import { ImportDraft } from "./import-draft.ts";

export interface ChosenFile {
  /** The file on the user's computer; unknown after a reload. */
  readonly source: File | undefined;
  readonly file: ImportFile;
  readonly draft: ImportDraft;
  /** Id of the last import of the file. */
  readonly job: string | undefined;
}

const Remembered = z.object({ file: z.string(), draft: ImportDraft, job: z.optional(z.string()) });

function remembered(storageKey: string) {
  try {
    return Remembered.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ""));
  } catch {
    return undefined;
  }
}

function remember(storageKey: string, { file, draft, job }: ChosenFile) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ file: file.id, draft, job }));
  } catch {
    // Without storage, only the page has them.
  }
}

/** Each experiment has its own file, and so have the events. */
export function useChosenFile(experiment = "") {
  const storageKey = `assay.import.${experiment}`;
  const [before] = useState(() => remembered(storageKey));
  /** Null if the user wants another file. */
  const [chosen, setChosen] = useState<ChosenFile | null>();
  const { data, isLoading } = useQuery({
    ...query("readImportFile", { id: before?.file ?? "" }),
    enabled: before !== undefined && chosen === undefined,
  });
  const found =
    before && data ? { source: undefined, file: data.data, draft: before.draft, job: before.job } : undefined;
  const forget = () => sessionStorage.removeItem(storageKey);
  return {
    chosen: chosen === undefined ? found : (chosen ?? undefined),
    /** True while it is not known whether the service still has the file of before. */
    isLoading,
    choose: (next: ChosenFile | null) => {
      setChosen(next);
      if (next) remember(storageKey, next);
      else forget();
    },
    forget,
  };
}
