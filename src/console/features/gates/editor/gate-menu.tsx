import { EntityMenu } from "#console/editing/session/entity-menu.tsx";
import { NewGate } from "#console/features/gates/list/new-gate.tsx";
import { ArchiveGate } from "./archive-gate.tsx";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";

/** The actions on a whole gate. A change of its state is reviewed like any other change. */
export function GateMenu({ edit: { stored: gate, draft, review } }: { edit: GateEdit }) {
  const switches = [
    { label: "Enable: the rules decide", state: "In Progress" },
    { label: "Launch: everyone passes", state: "Launched" },
    { label: "Disable: nobody passes", state: "Disabled" },
  ] as const;
  return (
    <EntityMenu
      entity={gate}
      noun="gate"
      items={switches.flatMap(({ label, state }) =>
        state === draft.state ? [] : [{ label, onSelect: () => void review({ state }) }],
      )}
      duplicate={(close) => <NewGate like={gate} onClose={close} />}
      archive={(close) => <ArchiveGate gate={gate} onClose={close} />}
    />
  );
}
