import { Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import type { Editable } from "./edited-kind.ts";

interface EntityMenuProps {
  entity: Pick<Editable, "id" | "name" | "status" | "version">;
  unarchives: "unarchiveGate" | "unarchiveDynamicConfig";
  /** Says what an archived one does, and what it is when it is back. */
  archivedNote: string;
  /** Further actions on one that is not archived. */
  items?: readonly { label: string; onSelect: () => void }[];
  /** The dialog that copies it. */
  duplicate: (close: () => void) => ReactNode;
  /** The dialog that archives it. */
  archive: (close: () => void) => ReactNode;
  /** Why it could not be archived, where the dialog does not say so itself. */
  failure?: Error | null;
}

/** The actions on a gate or a config as a whole, in the top bar and in the palette; an archived one says so below. */
export function EntityMenu(props: EntityMenuProps) {
  const { id, version, status, ...entity } = props.entity;
  const name = entity.name ?? id;
  const [open, setOpen] = useState<"duplicate" | "archive">();
  const close = () => setOpen(undefined);
  const refusal = useSaveRefusal();
  const unarchive = useSave(props.unarchives);
  const failure = unarchive.error ?? props.failure;
  const toast = useToast();
  const restore = () =>
    unarchive.mutate(
      { id, body: {}, basedOn: version },
      { onSuccess: () => toast(`${name} is out of the archive`) },
    );
  const isArchived = status === "Archived";
  const changing = isArchived
    ? [{ label: "Unarchive", onSelect: restore }]
    : [...(props.items ?? []), { label: "Archive", onSelect: () => setOpen("archive"), danger: true }];
  const items = [{ label: "Duplicate", onSelect: () => setOpen("duplicate") }, ...(refusal ? [] : changing)];
  usePageActions(items.map((item) => ({ ...item, label: `${item.label}: ${name}` })));
  return (
    <>
      <PageButtons>
        <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />} items={items} />
      </PageButtons>
      {failure ? <SaveFailure error={failure} reassurance="Nothing was changed." /> : null}
      {isArchived ? (
        <div className="pt-3">
          <Notice
            tone="info"
            title={`${name} is archived`}
            action={
              <Button size="small" disabledReason={refusal} onClick={restore}>
                Unarchive
              </Button>
            }
          >
            {props.archivedNote}
          </Notice>
        </div>
      ) : null}
      {open === "duplicate" ? props.duplicate(close) : null}
      {open === "archive" ? props.archive(close) : null}
    </>
  );
}
