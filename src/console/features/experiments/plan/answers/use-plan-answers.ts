// Power and pre-flight of a draft: requests are debounced, and the previous answer stays visible until the next one arrives.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { ExperimentPower } from "#contract/experiment-power.ts";
import type { ExperimentPreflight } from "#contract/experiment-preflight.ts";
import { query } from "#console/foundation/api/query.ts";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { planCheckBody, type PlanCheckBody } from "./judged-plan.ts";

/** Debounce delay after the last change, ms. */
const settled = 300;

/** Debounces the plan. It is compared as text, so that an equal plan counts as unchanged. */
function useSettledPlan(props: PlanPanelProps): PlanCheckBody {
  const text = JSON.stringify(planCheckBody(props));
  const [last, setLast] = useState(text);
  useEffect(() => {
    const later = setTimeout(() => setLast(text), settled);
    return () => clearTimeout(later);
  }, [text]);
  // The cast is safe: the text was serialized from a plan above.
  return useMemo(() => JSON.parse(last) as PlanCheckBody, [last]);
}

export interface PlanAnswer<Data> {
  /** The latest successful answer, also after later requests have failed. */
  data: Data | undefined;
  /** True while a request is in flight. */
  isBusy: boolean;
  error: Error | null;
  retry: () => void;
}

/** Keeps the last answer while the next request is in flight, and if it fails. */
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

/** Returns the power of the plan; callers with the same plan share one request. */
export function usePlanPower(props: PlanPanelProps): PlanAnswer<ExperimentPower> {
  const body = useSettledPlan(props);
  return useLast(useQuery(query("readExperimentPower", { body })));
}

/** Returns the pre-flight of the plan. */
export function usePlanPreflight(props: PlanPanelProps): PlanAnswer<ExperimentPreflight> {
  const body = useSettledPlan(props);
  return useLast(useQuery(query("readExperimentPreflight", { body })));
}
