// The state of editing one rule: the draft, what it is based on, and what the service said. No looks here.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { Problem } from "#contract/api-error.ts";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf, Rule } from "#contract/rule.ts";
import { dropDraft, keepDraft, readDraft } from "#console/api/drafts.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import { useSave } from "#console/api/query.ts";
import {
  changedFields,
  draftProblems,
  isChanged,
  mergedDraft,
  RuleDraft,
  ruleDraftOf,
} from "#console/rules/rule-draft.ts";

/** The draft with the rule it started from, so that only what the reader changed is sent. */
const KeptEdit = z.object({ base: Rule, draft: RuleDraft });
type KeptEdit = z.infer<typeof KeptEdit>;

interface Edit extends KeptEdit {
  /** Version of the gate that `base` was read from. */
  readonly version: number | null;
  /** When a restored draft was last typed into, ms; undefined when nothing was restored. */
  readonly restored?: number | undefined;
  /** Grows when the fields must show other text than what was typed. */
  readonly generation: number;
}

/** What the dry run accepted: only exactly this can be saved. */
interface Accepted {
  readonly body: ReturnType<typeof changedFields>;
  readonly rule: Rule;
}

export function useRuleEdit(gate: Gate, rule: Rule) {
  const entity = `gates/${gate.id}/rules/${baseIDOf(rule)}`;
  const client = useQueryClient();
  const save = useSave("updateGateRule");
  const [edit, setEdit] = useState((): Edit => {
    const kept = readDraft(entity, KeptEdit);
    if (kept) return { ...kept.value, version: kept.basedOn, restored: kept.time, generation: 0 };
    return { base: rule, draft: ruleDraftOf(rule), version: gate.version ?? null, generation: 0 };
  });
  const [attempted, setAttempted] = useState(false);
  const [accepted, setAccepted] = useState<Accepted>();
  const [failure, setFailure] = useState<Error>();

  const { base, draft, version } = edit;
  const isDirty = isChanged(base, draft);
  const body = changedFields(base, draft);
  const found = draftProblems(base, draft);
  const problems: readonly Problem[] = [...(attempted ? found : []), ...problemsOfFailure(failure)];

  const current = { base: rule, version: gate.version ?? null, generation: edit.generation + 1 };

  const take = (next: Edit) => {
    setEdit(next);
    setAccepted(undefined);
    setFailure(undefined);
    if (isChanged(next.base, next.draft))
      keepDraft(entity, {
        entity,
        title: `${gate.name}, ${next.draft.name}`,
        value: { base: next.base, draft: next.draft },
        basedOn: next.version,
      });
    else dropDraft(entity);
  };

  const send = async (dryRun: boolean, sent: Accepted["body"]) => {
    setFailure(undefined);
    try {
      const answer = await save.mutateAsync({
        id: gate.id,
        ruleID: baseIDOf(rule),
        body: sent,
        dryRun,
        basedOn: version,
      });
      return answer.data;
    } catch (error) {
      setAccepted(undefined);
      setFailure(error instanceof Error ? error : new Error(String(error)));
      // Someone saved meanwhile: reading the gate again shows what changed.
      if (error instanceof ApiFailure && error.status === 412)
        void client.invalidateQueries({ queryKey: ["readGate"] });
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
    changes: Object.keys(body).length || (isDirty ? 1 : 0),
    restored: edit.restored,
    generation: edit.generation,
    isBusy: save.isPending,
    /** The gate has a newer version than the one this draft started from. */
    isOutdated: version !== null && typeof gate.version === "number" && gate.version !== version,
    change: (part: Partial<RuleDraft>) => take({ ...edit, draft: { ...draft, ...part } }),
    discard: () => {
      setAttempted(false);
      take({ ...current, draft: ruleDraftOf(rule) });
    },
    /** Goes on with what I changed on top of the newer version. */
    rebase: () => take({ ...current, draft: mergedDraft(base, draft, rule) }),
    /** The dry run; false when something is wrong. */
    review: async () => {
      setAttempted(true);
      if (found.length > 0) return;
      const answer = await send(true, body);
      const checked = answer?.rules.find((candidate) => baseIDOf(candidate) === baseIDOf(rule));
      if (checked) setAccepted({ body, rule: checked });
    },
    backToEditing: () => setAccepted(undefined),
    /** Saves what the dry run accepted; the stored gate, or undefined when it was refused. */
    saveAccepted: async () => {
      if (!accepted) return undefined;
      const stored = await send(false, accepted.body);
      if (stored) dropDraft(entity);
      return stored;
    },
  };
}
export type RuleEdit = ReturnType<typeof useRuleEdit>;
