// Saves through the table of endpoints. Separate from reading, because the first page saves nothing.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointName } from "#contract/endpoints.ts";
import { call, type ResponseOf, type Input } from "./call.ts";
import { ApiFailure } from "./failure.ts";
import type { ReadName } from "./query.ts";
import { notifyTabs } from "./tabs.ts";

type SaveName = Exclude<EndpointName, ReadName>;

/** Input of a save; `basedOn` is the version that the change was made on. */
type SaveInput<Name extends SaveName> = Input<Name> & { readonly basedOn?: number | null | undefined };

const isDryRun = (input: object) => "dryRun" in input && (input.dryRun === true || input.dryRun === "true");

/**
 * A mutation over one endpoint. After a save that is not a dry run every cached answer is stale, since any may depend on it,
 * and the visible ones are read again – unless the save `leaves` the page, which would then change just before the next page
 * opens. With `waits`, the mutation stays pending until they are read, so that the previous value does not flash up.
 */
export function useSave<Name extends SaveName>(name: Name, { leaves = false, waits = false } = {}) {
  const client = useQueryClient();
  return useMutation<ResponseOf<Name>, Error, SaveInput<Name>>({
    mutationKey: [name],
    mutationFn: ({ basedOn, ...input }) => call(name, input as Input<Name>, { basedOn }),
    onSuccess: async (_, input) => {
      if (isDryRun(input)) return;
      notifyTabs({ kind: "saved" });
      const read = client.invalidateQueries({ refetchType: leaves ? "none" : "active" });
      if (waits) await read;
    },
  });
}

/** Returns in one line why something was not saved, for places without room for the whole notice. */
export function saveFailureText(error: unknown): string {
  if (error instanceof ApiFailure && error.status === 412) return "Somebody saved it meanwhile.";
  if (error instanceof ApiFailure && error.problems.length)
    return error.problems.map(({ errorMessage }) => errorMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}
