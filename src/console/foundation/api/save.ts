// Saving through the table of endpoints. Apart from reading, because the first page saves nothing.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointName } from "#contract/endpoints.ts";
import { call, type AnswerOf, type Input } from "./call.ts";
import { ApiFailure } from "./failure.ts";
import type { ReadName } from "./query.ts";
import { notifyTabs } from "./tabs.ts";

type SaveName = Exclude<EndpointName, ReadName>;

/** Input of a save; `basedOn` is the version the change was made on. */
type SaveInput<Name extends SaveName> = Input<Name> & { readonly basedOn?: number | null | undefined };

const isDryRun = (input: object) => "dryRun" in input && (input.dryRun === true || input.dryRun === "true");

/**
 * A mutation over one endpoint. Everything read may depend on what was saved (lists, references, versions): after a save that is
 * no dry run all of it counts as old, and what is in view is read again, unless the save `leaves` the page, which would change
 * under the reader until the next one opens. One that `waits` is pending until then, so that no former value comes back for a moment.
 */
export function useSave<Name extends SaveName>(name: Name, { leaves = false, waits = false } = {}) {
  const client = useQueryClient();
  return useMutation<AnswerOf<Name>, Error, SaveInput<Name>>({
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

/** Why something was not saved, in one line, where there is no room for the whole notice. */
export function saveFailureText(error: unknown): string {
  if (error instanceof ApiFailure && error.status === 412) return "Somebody saved it meanwhile.";
  if (error instanceof ApiFailure && error.problems.length)
    return error.problems.map(({ errorMessage }) => errorMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}
