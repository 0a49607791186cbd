// A patch of an experiment that is validated by dry runs while it is typed, and once more before it is saved.
import { useEffect, useEffectEvent, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { useSave } from "#console/foundation/api/save.ts";

/** Debounce delay after the last change, ms. */
const settled = 300;

/** `isComplete` is false while the patch cannot be sent; a change of the reason alone triggers no new check. */
export function useCheckedPatch(
  { id, version }: Experiment,
  body: Input<"patchExperiment">["body"],
  isComplete: boolean,
) {
  const check = useSave("patchExperiment");
  const save = useSave("patchExperiment");
  const [accepted, setAccepted] = useState<string>();
  const input = { id, body, basedOn: version };
  const change = JSON.stringify({ ...body, changeReason: undefined, version });
  const ask = useEffectEvent(async () => {
    await check.mutateAsync({ ...input, dryRun: true });
    setAccepted(change);
  });
  useEffect(() => {
    if (!isComplete) return undefined;
    const later = setTimeout(() => void ask().catch(() => undefined), settled);
    return () => clearTimeout(later);
  }, [change, isComplete]);
  const send = (onSuccess: () => void) => {
    const write = () => save.mutate(input, { onSuccess });
    if (change === accepted) write();
    else void check.mutateAsync({ ...input, dryRun: true }).then(write, () => undefined);
  };
  return {
    error: save.error ?? check.error,
    isPending: save.isPending,
    reset: () => {
      check.reset();
      save.reset();
    },
    send,
  };
}
