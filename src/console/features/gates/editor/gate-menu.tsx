import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useSave } from "#console/foundation/api/query.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { ArchiveGate } from "./archive-gate.tsx";
import { NewGate } from "#console/features/gates/list/new-gate.tsx";
import type { GateEdit } from "./use-gate-edit.ts";

/** What can be done with a gate as a whole, in the top bar and in the palette. A switch of its state is reviewed like any change. */
export function GateMenu({ edit, refusal }: { edit: GateEdit; refusal: string | undefined }) {
  const { stored: gate, draft } = edit;
  const [open, setOpen] = useState<"duplicate" | "archive">();
  const unarchive = useSave("unarchiveGate");
  const toast = useToast();
  const restore = () =>
    unarchive.mutate(
      { id: gate.id, body: {}, basedOn: gate.version },
      { onSuccess: () => toast(`${gate.name} is out of the archive`) },
    );
  const switchTo = (label: string, state: typeof draft.state) => ({
    label,
    onSelect: () => void edit.review({ state }),
  });
  const isArchived = gate.status === "Archived";
  const changing = isArchived
    ? [{ label: "Unarchive", onSelect: restore }]
    : [
        ...(draft.state === "In Progress" ? [] : [switchTo("Let the rules decide", "In Progress")]),
        ...(draft.state === "Launched" ? [] : [switchTo("Launch for everyone", "Launched")]),
        ...(draft.state === "Disabled" ? [] : [switchTo("Disable", "Disabled")]),
        { label: "Archive", onSelect: () => setOpen("archive"), danger: true },
      ];
  const items = [{ label: "Duplicate", onSelect: () => setOpen("duplicate") }, ...(refusal ? [] : changing)];
  usePageActions(items.map((item) => ({ ...item, label: `${item.label}: ${gate.name}` })));
  return (
    <>
      <PageButtons>
        <Menu
          trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
          items={items}
        />
      </PageButtons>
      {unarchive.error ? <SaveFailure error={unarchive.error} reassurance="Nothing was changed." /> : null}
      {isArchived ? (
        <div className="pt-3">
          <Notice
            tone="info"
            title={`${gate.name} is archived`}
            action={
              <Button size="small" disabledReason={refusal} onClick={restore}>
                Unarchive
              </Button>
            }
          >
            Nobody passes it. It can be changed again when it is out of the archive, where it is still
            disabled.
          </Notice>
        </div>
      ) : null}
      {open === "duplicate" ? <NewGate like={gate} onClose={() => setOpen(undefined)} /> : null}
      {open === "archive" ? <ArchiveGate gate={gate} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
