import { useCallback, useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";

/** The selected gates, as loaded when ticked; undefined, without checkboxes in the rows, until selecting begins. */
export function useChosenGates() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Gate>>();
  const tick = useCallback(
    (gate: Gate, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        if (isChosen) after.set(gate.id, gate);
        else after.delete(gate.id);
        return after;
      }),
    [],
  );
  const mark = useMemo(
    () =>
      chosen &&
      ((gate: Gate) => (
        <input
          type="checkbox"
          aria-label={`Choose ${gate.name}`}
          className="mr-3 size-4 align-[-3px] accent-accent-solid pointer-coarse:mr-4 pointer-coarse:size-6"
          checked={chosen.has(gate.id)}
          onChange={(event) => tick(gate, event.target.checked)}
        />
      )),
    [chosen, tick],
  );
  return { chosen, setChosen, mark };
}

export type Choosing = ReturnType<typeof useChosenGates>;

/** Button that starts the selection of gates. */
export function TagSeveral({ choosing: { chosen, setChosen } }: { choosing: Choosing }) {
  const refusal = useSaveRefusal();
  const begin = () => setChosen(new Map());
  usePageActions([{ label: "Tag several gates", onSelect: begin, disabledReason: refusal }]);
  if (chosen) return null;
  return (
    <Button variant="quiet" disabledReason={refusal} reasonAt="page" onClick={begin}>
      Tag several
    </Button>
  );
}
