// A change of an experiment that the service checks while it is typed, and once more before it is written.
import { useEffect, useEffectEvent, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { useSave } from "#console/foundation/api/save.ts";

/** ms after the last change. */
const settled = 300;

/** `isComplete` is false while the change cannot be sent; a change of the reason alone is not checked again. */
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
