// Saving a draft: a new metric is created; of a stored one the changed fields are sent, after a dry run that says who is measured by it.
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

/** The body that was checked, as the contract types it: the service checks it again. */
const checked = <Name extends "createMetric" | "patchMetric">(body: object) => body as Input<Name>["body"];

/** `onSaved` gets the id of what is stored. */
export function useSaveMetric(edit: MetricEdit, onSaved: (id: string) => void) {
  const { base, clean, draft } = edit;
  const client = useQueryClient();
  const create = useSave("createMetric", { leaves: true });
  const patch = useSave("patchMetric");
  const [isTried, setIsTried] = useState(false);
  const [running, setRunning] = useState<readonly MetricUse[]>();
  const error = create.error ?? patch.error;
  const change = changeOf(clean, draft);
  // Of a stored metric the fields that stay are not asked about.
  const own = problemsOfDraft(draft).filter(
    ({ property }) => !base || Object.keys(change).includes(property.split(".")[0] ?? ""),
  );
  const problems: readonly Problem[] = [...(isTried ? own : []), ...problemsOfFailure(error)];
  const done = (id: string) => {
    edit.drop();
    onSaved(id);
  };
  /** The newer version that a save was refused for is read, to be merged. */
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
    /** Of another kind than a problem of a field, or a newer version, which is merged. */
    failure:
      error && problemsOfFailure(error).length === 0 && !(error instanceof ApiFailure && error.status === 412)
        ? error
        : null,
    isOutdated: error instanceof ApiFailure && error.status === 412,
    /** Running experiments that are asked about. */
    running,
    stopAsking: () => setRunning(undefined),
    reset: () => {
      create.reset();
      patch.reset();
      setIsTried(false);
    },
  };
}
