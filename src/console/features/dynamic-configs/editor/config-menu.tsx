import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { ArchiveDialog } from "#console/editing/session/archive-dialog.tsx";
import { EntityMenu } from "#console/editing/session/entity-menu.tsx";
import { NewConfig } from "#console/features/dynamic-configs/list/new-config.tsx";

/** The actions on a whole config. */
export const ConfigMenu = ({ config }: { config: DynamicConfig }) => (
  <EntityMenu
    entity={config}
    noun="config"
    duplicate={(close) => <NewConfig like={config} onClose={close} />}
    archive={(close) => <ArchiveDialog entity={config} noun="config" onClose={close} />}
  />
);
