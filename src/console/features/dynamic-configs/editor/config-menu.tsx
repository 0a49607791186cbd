import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { NewConfig } from "#console/features/dynamic-configs/list/new-config.tsx";

const isArchived = ({ status }: DynamicConfig) => status === "Archived";

/** What can be done with a config as a whole, in the top bar and in the palette. */
export function ConfigMenu({ config }: { config: DynamicConfig }) {
  const [open, setOpen] = useState<"duplicate" | "archive">();
  const archive = useSave("archiveDynamicConfig");
  const unarchive = useSave("unarchiveDynamicConfig");
  const refusal = useSaveRefusal();
  const toast = useToast();
  const name = config.name ?? config.id;
  const failure = archive.error ?? unarchive.error;
  const restore = () =>
    unarchive.mutate(
      { id: config.id, body: {}, basedOn: config.version },
      { onSuccess: () => toast(`${name} is out of the archive`) },
    );
  const items = [
    { label: "Duplicate", onSelect: () => setOpen("duplicate") },
    isArchived(config)
      ? { label: "Unarchive", onSelect: restore }
      : { label: "Archive", onSelect: () => setOpen("archive"), danger: true },
  ];
  usePageActions(items.map((item) => ({ ...item, label: `${item.label} ${name}`, disabledReason: refusal })));
  return (
    <>
      <PageButtons>
        <Menu
          trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
          items={refusal ? items.slice(0, 1) : items}
        />
      </PageButtons>
      {failure ? <SaveFailure error={failure} reassurance="Nothing was changed." /> : null}
      {isArchived(config) ? (
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
            Clients get its default value. It can be changed again when it is out of the archive, where it is
            still switched off.
          </Notice>
        </div>
      ) : null}
      {open === "duplicate" ? <NewConfig like={config} onClose={() => setOpen(undefined)} /> : null}
      <Confirm
        open={open === "archive"}
        onOpenChange={(next) => !next && setOpen(undefined)}
        title={`Archive ${name}`}
        consequence="It is switched off, so that clients get its default value. It leaves the lists, and cannot be changed until it is unarchived."
        confirmLabel="Archive the config"
        danger
        onConfirm={() => {
          archive.mutate(
            { id: config.id, body: {}, basedOn: config.version },
            { onSuccess: () => toast(`${name} is archived`) },
          );
        }}
      />
    </>
  );
}
