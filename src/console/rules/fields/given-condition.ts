// A condition that another page gives to the draft of a gate, in the state of the step there: no address carries it, and a reload adds it once.
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
