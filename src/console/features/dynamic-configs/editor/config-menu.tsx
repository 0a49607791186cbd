import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { EntityMenu } from "#console/editing/session/entity-menu.tsx";
import { NewConfig } from "#console/features/dynamic-configs/list/new-config.tsx";
import { useSave } from "#console/foundation/api/query.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** The actions on a config as a whole. */
export function ConfigMenu({ config }: { config: DynamicConfig }) {
  const { id, version, name = id } = config;
  const archive = useSave("archiveDynamicConfig");
  const toast = useToast();
  return (
    <EntityMenu
      entity={config}
      unarchives="unarchiveDynamicConfig"
      archivedNote="Clients get its default value. It can be changed again when it is out of the archive, where it is still switched off."
      failure={archive.error}
      duplicate={(close) => <NewConfig like={config} onClose={close} />}
      archive={(close) => (
        <Confirm
          onClose={close}
          title={`Archive ${name}`}
          consequence="It is switched off, so that clients get its default value. It leaves the lists, and cannot be changed until it is unarchived."
          confirmLabel="Archive the config"
          onConfirm={() =>
            archive.mutate(
              { id, body: {}, basedOn: version },
              { onSuccess: () => toast(`${name} is archived`) },
            )
          }
        />
      )}
    />
  );
}
