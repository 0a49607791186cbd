// The editing of one config: what is about configs alone. How a draft is reviewed, saved and merged is in draft-edit/.
import { z } from "zod";
import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { readDraft } from "#console/foundation/api/drafts.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { checkedBody, isChanged } from "#console/features/dynamic-configs/draft/config-body.ts";
import { configChanges } from "#console/features/dynamic-configs/draft/config-changes.ts";
import {
  ConfigDraft,
  configDraftOf,
  sharingWith,
} from "#console/features/dynamic-configs/draft/config-draft.ts";
import { configOfDraft } from "#console/features/dynamic-configs/draft/draft-config.ts";
import { mergeDrafts } from "#console/features/dynamic-configs/draft/merge-drafts.ts";
import type { EditedKind } from "#console/editing/session/edited-kind.ts";
import { useDraftEdit, type DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

/** The draft with the config it started from. */
const PersistedEdit = z.object({ base: DynamicConfig, draft: ConfigDraft });

const editedConfig: EditedKind<DynamicConfig, ConfigDraft, DynamicConfigUpdateInput> = {
  section: "dynamic_configs",
  reads: "readDynamicConfig",
  draftOf: configDraftOf,
  isChanged,
  changes: (base, draft, nameOf) =>
    configChanges(configOfDraft(base, configDraftOf(base)), configOfDraft(base, draft), nameOf),
  checkedBody,
  merge: mergeDrafts,
  readPersisted: (slot) => {
    const kept = readDraft(slot, PersistedEdit);
    if (!kept) return undefined;
    const { base, draft } = kept.value;
    return { ...kept, value: { base, draft: sharingWith(configDraftOf(base), draft) } };
  },
};

interface ConfigToEdit {
  /** As the service answers it now. */
  config: DynamicConfig;
  /** Where in this browser the draft is kept. */
  slot: string;
  nameOf: NameOf;
}

export function useConfigEdit({ config, slot, nameOf }: ConfigToEdit): ConfigEdit {
  const save = useSave("updateDynamicConfig");
  return useDraftEdit({
    kind: editedConfig,
    entity: config,
    slot,
    nameOf,
    send: async (request) => (await save.mutateAsync({ id: config.id, ...request })).data,
  });
}
export type ConfigEdit = DraftEdit<DynamicConfig, ConfigDraft, DynamicConfigUpdateInput>;
