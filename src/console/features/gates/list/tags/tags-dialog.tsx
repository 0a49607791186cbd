import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { notifyTabs } from "#console/foundation/api/tabs.ts";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { changeTags, type Outcome } from "./change-tags.ts";
import { Outcomes } from "./outcomes.tsx";

interface TagsDialogProps {
  gates: readonly Gate[];
  /** Tags that exist on any gate. */
  known: readonly string[];
  /** Called with the gates that have changed. */
  onChanged: (gates: readonly Gate[]) => void;
  onClose: () => void;
}

/** The current stage of the dialog. */
type Stage =
  | { name: "asking" }
  | { name: "checking" | "saving"; through: number; total: number; stop: AbortController }
  | { name: "checked" | "saved"; outcomes: readonly Outcome[] };

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const gatesWith = (outcomes: readonly Outcome[], result: Outcome["result"]) =>
  outcomes.flatMap((outcome) => (outcome.result === result ? [outcome.gate] : []));

/** Adds tags to many gates and removes tags from them: runs a check first, then saves gate by gate and lists failures by name. */
export function TagsDialog({ gates, known, onChanged, onClose }: TagsDialogProps) {
  const client = useQueryClient();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [reason, setReason] = useState("");
  const change = { add, remove, reason };
  const [stage, setStage] = useState<Stage>({ name: "asking" });
  const present = [...new Set(gates.flatMap(({ tags }) => tags ?? []))].sort();
  const isBusy = stage.name === "checking" || stage.name === "saving";

  const run = async (wanted: readonly Gate[], dryRun: boolean, before: readonly Outcome[] = []) => {
    // Uses the newest loaded version of each gate, in case it was saved meanwhile.
    const chosen = wanted.map((gate) => gates.find(({ id }) => id === gate.id) ?? gate);
    const stop = new AbortController();
    const name = dryRun ? "checking" : "saving";
    const at = (through: number) => setStage({ name, through, total: chosen.length, stop });
    at(0);
    const outcomes = await changeTags(chosen, { change, dryRun, signal: stop.signal, onProgress: at });
    onChanged(outcomes.flatMap(({ stored }) => stored ?? []));
    setStage({ name: dryRun ? "checked" : "saved", outcomes: [...before, ...outcomes] });
    if (dryRun) return;
    notifyTabs({ kind: "saved" });
    await client.invalidateQueries();
  };

  const close = () => {
    if (isBusy) stage.stop.abort();
    onClose();
  };
  const nextStep = () => {
    if (stage.name === "asking")
      return {
        label: "Review the change",
        onClick: () => void run(gates, true),
        refusal: add.length + remove.length ? undefined : "Name a tag to add or to remove.",
      };
    if (stage.name === "checked") {
      const accepted = gatesWith(stage.outcomes, "done");
      return {
        label: `Save ${plural(accepted.length, "gate")}`,
        onClick: () => void run(accepted, false),
        refusal: accepted.length ? undefined : "There is nothing to save.",
      };
    }
    const failed = stage.name === "saved" ? gatesWith(stage.outcomes, "failed") : [];
    if (stage.name !== "saved" || failed.length === 0) return undefined;
    const others = stage.outcomes.filter(({ result }) => result !== "failed");
    return {
      label: `Try ${plural(failed.length, "gate")} again`,
      onClick: () => void run(failed, false, others),
    };
  };
  return (
    <Dialog
      onClose={close}
      title={`Change the tags of ${plural(gates.length, "gate")}`}
      asks
      cancelLabel={isBusy ? "Stop" : stage.name === "saved" ? "Close" : "Cancel"}
      foot={
        stage.name === "checked" ? (
          <Button variant="quiet" onClick={() => setStage({ name: "asking" })}>
            Back
          </Button>
        ) : null
      }
      action={nextStep()}
    >
      <div className="grid gap-4 pt-3">
        {stage.name === "asking" ? (
          <>
            <TokensField label="Add" values={add} onChange={setAdd} options={optionsOf(known)} />
            <TokensField label="Remove" values={remove} onChange={setRemove} options={optionsOf(present)} />
            <ReasonField value={reason} onChange={setReason} />
          </>
        ) : null}
        {isBusy ? (
          <p role="status" className="figures">
            {stage.name === "checking" ? "Checked" : "Saved"} {stage.through} of {plural(stage.total, "gate")}
            <progress
              aria-hidden
              className="mt-2 block h-1.5 w-full accent-accent-solid"
              value={stage.through}
              max={stage.total}
            />
          </p>
        ) : null}
        {stage.name === "checked" || stage.name === "saved" ? (
          <Outcomes outcomes={stage.outcomes} isSaved={stage.name === "saved"} change={change} />
        ) : null}
      </div>
    </Dialog>
  );
}
