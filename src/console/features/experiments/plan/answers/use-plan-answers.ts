// The answers of the service about a draft: asked a moment after the last key, and the answer before stays until the next one is there.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { ExperimentPower } from "#contract/experiment-power.ts";
import type { ExperimentPreflight } from "#contract/experiment-preflight.ts";
import { query } from "#console/foundation/api/query.ts";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { judgedPlan, type JudgedPlan } from "./judged-plan.ts";

/** ms after the last change. */
const settled = 300;

/** The plan as it was a moment ago, when it has not changed since. */
function useSettledPlan(props: PlanPanelProps): JudgedPlan {
  const text = JSON.stringify(judgedPlan(props));
  const [last, setLast] = useState(text);
  useEffect(() => {
    const later = setTimeout(() => setLast(text), settled);
    return () => clearTimeout(later);
  }, [text]);
  // It was made from a plan right above.
  return useMemo(() => JSON.parse(last) as JudgedPlan, [last]);
}

export interface PlanAnswer<Data> {
  /** The newest answer that came, whatever became of those after it. */
  data: Data | undefined;
  /** Another one is on its way. */
  isBusy: boolean;
  error: Error | null;
  retry: () => void;
}

/** Keeps the last answer while another one is awaited, and where none comes. */
function useLast<Data>({
  data: answer,
  error,
  isFetching,
  refetch,
}: UseQueryResult<{ data: Data }>): PlanAnswer<Data> {
  const [last, setLast] = useState<Data>();
  if (answer && answer.data !== last) setLast(answer.data);
  return { data: answer?.data ?? last, isBusy: isFetching, error, retry: () => void refetch() };
}

/** The power of the plan; all who ask for the same plan share one request. */
export function usePlanPower(props: PlanPanelProps): PlanAnswer<ExperimentPower> {
  const body = useSettledPlan(props);
  return useLast(useQuery(query("readExperimentPower", { body })));
}

/** The pre-flight of the plan. */
export function usePlanPreflight(props: PlanPanelProps): PlanAnswer<ExperimentPreflight> {
  const body = useSettledPlan(props);
  return useLast(useQuery(query("readExperimentPreflight", { body })));
}
