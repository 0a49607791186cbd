// Saves a draft: creates a new metric, or patches the changed fields of a stored one after a dry run that
// lists affected experiments.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MetricUse } from "#contract/metric.ts";
import type { Problem } from "#contract/api-error.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { bodyOf, problemsOfDraft } from "./metric-body.ts";
import { altersNumbers, changeOf } from "./metric-change.ts";
import type { MetricEdit } from "./use-metric-draft.ts";

/** Types an already validated body as the contract's input; the server validates it again. */
const checked = <Name extends "createMetric" | "patchMetric">(body: object) => body as Input<Name>["body"];

/** `onSaved` gets the id of the stored metric. */
export function useSaveMetric(edit: MetricEdit, onSaved: (id: string) => void) {
  const { base, clean, draft } = edit;
  const client = useQueryClient();
  const create = useSave("createMetric", { leaves: true });
  const patch = useSave("patchMetric");
  const [isTried, setIsTried] = useState(false);
  const [running, setRunning] = useState<readonly MetricUse[]>();
  const error = create.error ?? patch.error;
  const change = changeOf(clean, draft);
  // For a stored metric only the problems of changed fields matter.
  const own = problemsOfDraft(draft).filter(
    ({ property }) => !base || Object.keys(change).includes(property.split(".")[0] ?? ""),
  );
  const problems: readonly Problem[] = [...(isTried ? own : []), ...problemsOfFailure(error)];
  const done = (id: string) => {
    edit.drop();
    onSaved(id);
  };
  /** After a version conflict (412) the newer version is read, so that the draft can be merged with it. */
  const onError = (refused: Error) => {
    if (refused instanceof ApiFailure && refused.status === 412)
      void client.invalidateQueries({ queryKey: ["readMetric"] });
  };
  const store = () => {
    if (!base)
      return create.mutate(
        { body: checked<"createMetric">(bodyOf(draft)) },
        { onSuccess: ({ data }) => done(data.id) },
      );
    return patch.mutate(
      { id: base.id, body: checked<"patchMetric">(change), basedOn: base.version },
      { onSuccess: () => done(base.id), onError },
    );
  };
  const submit = () => {
    setIsTried(true);
    if (own.length > 0 || create.isPending || patch.isPending) return;
    if (!base || !altersNumbers(change)) return store();
    patch.mutate(
      { id: base.id, body: checked<"patchMetric">(change), basedOn: base.version, dryRun: true },
      {
        onSuccess: ({ data: { runningExperiments = [] } }) =>
          runningExperiments.length > 0 ? setRunning(runningExperiments) : store(),
        onError,
      },
    );
  };
  return {
    submit,
    store,
    problems,
    isPending: create.isPending || patch.isPending,
    /** Set for failures other than field problems and version conflicts, which are handled by the form and the merge. */
    failure:
      error && problemsOfFailure(error).length === 0 && !(error instanceof ApiFailure && error.status === 412)
        ? error
        : null,
    isOutdated: error instanceof ApiFailure && error.status === 412,
    /** Running experiments that the user must confirm the change for. */
    running,
    stopAsking: () => setRunning(undefined),
    reset: () => {
      create.reset();
      patch.reset();
      setIsTried(false);
    },
  };
}
