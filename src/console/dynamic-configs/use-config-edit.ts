// The state of editing one config: the draft, what it is based on, and what the service said. No looks here.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { Problem } from "#contract/api-error.ts";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { dropDraft, keepDraft, readDraft } from "#console/api/drafts.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import { useSave } from "#console/api/query.ts";
import { checkedBody, ConfigDraft, configDraftOf, isChanged } from "./config-draft.ts";

/** The draft with the config it started from. */
const KeptEdit = z.object({ base: DynamicConfig, draft: ConfigDraft });

interface Edit extends z.infer<typeof KeptEdit> {
  version: number | null;
  /** When a restored draft was last typed into, ms. */
  restored?: number | undefined;
  /** Grows when the fields must show other text than what was typed. */
  generation: number;
}

/** What the dry run accepted: only exactly this can be saved. */
interface Accepted {
  body: NonNullable<ReturnType<typeof checkedBody>["body"]>;
  config: DynamicConfig;
  /** ms since the epoch. */
  time: number;
}

export function useConfigEdit(config: DynamicConfig) {
  const entity = `dynamic_configs/${config.id}`;
  const client = useQueryClient();
  const save = useSave("updateDynamicConfig");
  const fresh = (generation: number): Edit => ({
    base: config,
    draft: configDraftOf(config),
    version: config.version ?? null,
    generation,
  });
  const [edit, setEdit] = useState((): Edit => {
    const kept = readDraft(entity, KeptEdit);
    return kept ? { ...kept.value, version: kept.basedOn, restored: kept.time, generation: 0 } : fresh(0);
  });
  const [attempted, setAttempted] = useState(false);
  const [accepted, setAccepted] = useState<Accepted>();
  const [failure, setFailure] = useState<Error>();

  const { draft, version } = edit;
  const isDirty = isChanged(edit.base, draft);
  // An untouched form follows the stored config; a touched one keeps what it started from.
  const base = isDirty ? edit.base : config;
  const checked = checkedBody(base, draft);
  const problems: readonly Problem[] = [
    ...(attempted ? checked.problems : []),
    ...problemsOfFailure(failure),
  ];

  const take = (next: Edit) => {
    setEdit(next);
    setAccepted(undefined);
    setFailure(undefined);
    if (isChanged(next.base, next.draft))
      keepDraft(entity, { base: next.base, draft: next.draft }, next.version);
    else dropDraft(entity);
  };

  const send = async (dryRun: boolean, body: Accepted["body"]) => {
    setFailure(undefined);
    try {
      return (await save.mutateAsync({ id: config.id, dryRun, body, basedOn: version })).data;
    } catch (error) {
      setAccepted(undefined);
      setFailure(error instanceof Error ? error : new Error(String(error)));
      if (error instanceof ApiFailure && error.status === 412)
        void client.invalidateQueries({ queryKey: ["readDynamicConfig"] });
      return undefined;
    }
  };

  return {
    base,
    draft,
    problems,
    failure,
    accepted,
    isDirty,
    restored: edit.restored,
    generation: edit.generation,
    isBusy: save.isPending,
    isOutdated:
      isDirty && version !== null && typeof config.version === "number" && config.version !== version,
    change: (part: Partial<ConfigDraft>) => {
      // The first touch of a form that lay open starts from what is stored now.
      const from = isDirty ? edit : { ...fresh(edit.generation), draft };
      take({ ...from, draft: { ...draft, ...part } });
    },
    discard: () => {
      setAttempted(false);
      take(fresh(edit.generation + 1));
    },
    /** Keeps my draft and puts it on top of the newer version; the review then shows all that differs from it. */
    rebase: () =>
      take({ ...edit, base: config, version: config.version ?? null, generation: edit.generation + 1 }),
    review: async () => {
      setAttempted(true);
      setFailure(undefined);
      if (!checked.body) return;
      const answer = await send(true, checked.body);
      if (answer) setAccepted({ body: checked.body, config: answer, time: Date.now() });
    },
    backToEditing: () => setAccepted(undefined),
    saveAccepted: async () => {
      if (!accepted) return undefined;
      const stored = await send(false, accepted.body);
      if (!stored) return undefined;
      setAttempted(false);
      dropDraft(entity);
      setAccepted(undefined);
      setEdit({
        base: stored,
        draft: configDraftOf(stored),
        version: stored.version ?? null,
        generation: edit.generation + 1,
      });
      return stored;
    },
  };
}
export type ConfigEdit = ReturnType<typeof useConfigEdit>;
