import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";

/** Enough for the total. */
const page = 1;
const limit = 1;

interface Counted {
  readonly data: readonly unknown[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

const totalOf = (answer: Counted | undefined) =>
  answer && (answer.pagination?.totalItems ?? answer.data.length);

/** The number of entities that refer to the gate directly; undefined until all three lists have answered. */
export function useReferenceTotal(id: string): number | undefined {
  const totals = [
    totalOf(useQuery(query("listExperimentReferences", { id, page, limit })).data),
    totalOf(useQuery(query("listGateReferences", { id, page, limit })).data),
    totalOf(useQuery(query("listDynamicConfigReferences", { id, page, limit })).data),
  ];
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}
