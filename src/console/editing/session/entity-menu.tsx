import { Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { archiveWords } from "./archive-dialog.tsx";
import type { Editable } from "./entity-adapter.ts";

interface EntityMenuProps {
  entity: Pick<Editable, "id" | "name" | "status">;
  noun: keyof typeof archiveWords;
  /** Additional actions, for an entity that is not archived. */
  items?: readonly { label: string; onSelect: () => void }[];
  /** The dialog that duplicates the entity. */
  duplicate: (close: () => void) => ReactNode;
  /** The dialog that archives or unarchives the entity. */
  archive: (close: () => void) => ReactNode;
}

/** Actions on a whole gate or config, in the top bar and the command palette; a notice at the bottom marks an archived one. */
export function EntityMenu(props: EntityMenuProps) {
  const { id, status, ...entity } = props.entity;
  const name = entity.name ?? id;
  const { effect } = archiveWords[props.noun];
  const [open, setOpen] = useState<"duplicate" | "archive">();
  const close = () => setOpen(undefined);
  const refusal = useSaveRefusal();
  const isArchived = status === "Archived";
  const archive = () => setOpen("archive");
  const changing = isArchived
    ? [{ label: "Unarchive", onSelect: archive }]
    : [...(props.items ?? []), { label: "Archive", onSelect: archive, danger: true }];
  const items = [{ label: "Duplicate", onSelect: () => setOpen("duplicate") }, ...(refusal ? [] : changing)];
  usePageActions(items.map((item) => ({ ...item, label: `${item.label}: ${name}` })));
  return (
    <>
      <PageButtons>
        <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />} items={items} />
      </PageButtons>
      {isArchived ? (
        // At the bottom, so that the notice causes no layout shift when it appears or disappears.
        <div className="sticky bottom-0 z-2 order-last bg-surface py-3">
          <Notice
            tone="info"
            title={`${name} is archived`}
            action={
              <Button size="small" disabledReason={refusal} onClick={archive}>
                Unarchive
              </Button>
            }
          >
            {capitalise(effect)}. It can be changed again when it is out of the archive, where it is still{" "}
            disabled.
          </Notice>
        </div>
      ) : null}
      {open === "duplicate" ? props.duplicate(close) : null}
      {open === "archive" ? props.archive(close) : null}
    </>
  );
}
