// Asks for approval of a warehouse query, with an estimate of what it would read.
import type { WarehouseEstimate } from "#contract/warehouse-events.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { waitingWords } from "./cost-words.ts";

interface WaitingQuestionProps {
  waiting: readonly WarehouseEstimate[];
  provider: string;
  onAccept: () => void;
}

export function WaitingQuestion({ waiting, provider, onAccept }: WaitingQuestionProps) {
  const { refusal, sentence, action } = waitingWords(waiting, provider);
  return (
    <section
      aria-label="What it would read"
      className="mt-4 rounded border border-border bg-surface-sunken p-4"
    >
      <p role="status" className={refusal ? "font-medium text-danger" : "font-medium"}>
        {refusal ?? sentence}
      </p>
      {refusal ? null : (
        <>
          <p className="mt-1 text-text-muted">
            {plural(waiting.length, "statement")}. A shorter time or a name reads less, where the table is
            divided by them.
          </p>
          <Button variant="primary" className="mt-3" onClick={onAccept}>
            {action}
          </Button>
        </>
      )}
    </section>
  );
}
