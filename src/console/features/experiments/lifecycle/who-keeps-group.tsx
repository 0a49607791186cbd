// Explains which users keep their group while assignment is paused, and once it is resumed.
import { useQuery } from "@tanstack/react-query";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

export function WhoKeepsGroup({ experiment, isPause }: { experiment: Experiment; isPause: boolean }) {
  const { id, idType } = experiment;
  const { data, error } = useQuery(query("readAssignedUnits", { id }));
  const noun = unitNoun(idType);
  if (!data)
    return error ? "How many were exposed so far cannot be read now." : "Reading who was exposed so far …";
  const { units, isListed } = data.data;
  if (!isListed)
    return isPause
      ? `${formatCount(units)} ${noun} were exposed so far, too many to tell apps one by one: apps get the same as before, and those who ask for the first time still fall into a group. Let the app stop asking for them, or abandon the experiment.`
      : "Apps get the same as before.";
  return isPause
    ? `${formatCount(units)} ${noun} were exposed so far: apps go on giving them their group. Everybody else gets none and no parameters, as before the start, within seconds. Exposures that apps send late are added for a quarter of an hour.`
    : `Apps have given a group to ${formatCount(units)} ${noun} alone. Within seconds they give one to everybody who is eligible.`;
}
