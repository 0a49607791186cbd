import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "#console/foundation/ui/dialog.tsx";

interface DraftQuestionsProps {
  /** Name of the entity. */
  name: string;
  /** Noun for the entity, such as "config". */
  noun: string;
  isAskingToDiscard: boolean;
  onAskToDiscard: (asking: boolean) => void;
  onDiscard: () => void;
  /** The draft could not be persisted and would be lost with this page. */
  isNotPersisted: boolean;
  /** Returns from the review to the form; during a review the browser's Back button does this first. */
  onBack?: (() => void) | undefined;
}

/** Asks before a draft is discarded, and before leaving a page whose draft could not be persisted. */
export function DraftQuestions(props: DraftQuestionsProps) {
  const { name, noun, isNotPersisted, onBack } = props;
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (!onBack || action !== "BACK") return false;
      onBack();
      return true;
    },
    enableBeforeUnload: false,
    disabled: !onBack,
  });
  const leaving = useBlocker({
    shouldBlockFn: () => isNotPersisted,
    withResolver: true,
    enableBeforeUnload: () => isNotPersisted,
  });
  return (
    <>
      <Confirm
        open={props.isAskingToDiscard}
        onClose={() => props.onAskToDiscard(false)}
        title={`Discard your draft of ${name}`}
        consequence={`Your changes are lost, and the fields show the stored ${noun} again.`}
        confirmLabel="Discard the draft"
        onConfirm={props.onDiscard}
      />
      <Confirm
        open={leaving.status === "blocked"}
        onClose={() => leaving.reset?.()}
        title={`Leave your draft of ${name}`}
        consequence="This browser’s storage took no draft, so what you typed is lost when you leave."
        confirmLabel="Leave and lose it"
        onConfirm={() => leaving.proceed?.()}
      />
    </>
  );
}
