// A condition that another page passes to the draft of a gate. It is in the state of the history entry, not in the URL, and is added
// only once, even after a reload.
import { useLocation } from "@tanstack/react-router";
import { ConditionDraft } from "./condition-draft.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    givenCondition?: ConditionDraft;
  }
}

export function useGivenCondition(): ConditionDraft | undefined {
  const given = useLocation({ select: ({ state }) => state.givenCondition });
  const read = ConditionDraft.safeParse(given);
  return read.success ? read.data : undefined;
}
