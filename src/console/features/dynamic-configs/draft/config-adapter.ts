// Implements the interface of the shared editing code for configs.
import { z } from "zod/mini";
import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { call } from "#console/foundation/api/call.ts";
import { persistedEditFields, type EntityAdapter } from "#console/editing/session/entity-adapter.ts";
import type { DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { checkedBody, isChanged } from "./config-body.ts";
import { configChanges } from "#console/editing/diff-merge/config-changes.ts";
import { ConfigDraft, configDraftOf, reuseUnchangedParts } from "./config-draft.ts";
import { configOfDraft } from "./config-of-draft.ts";
import { configText } from "./config-text.ts";
import { mergeDrafts } from "./merge-drafts.ts";

export const configAdapter: EntityAdapter<DynamicConfig, ConfigDraft, DynamicConfigUpdateInput> = {
  noun: "config",
  section: "dynamic_configs",
  reads: "readDynamicConfig",
  readVersions: (id, page, signal) => call("listDynamicConfigVersions", { id, ...page }, { signal }),
  send: async ({ id }, { body, dryRun, basedOn }) =>
    (await call("updateDynamicConfig", { id, dryRun, body }, { basedOn })).data,
  persisted: z.pipe(
    z.object({ ...persistedEditFields, base: DynamicConfig, draft: ConfigDraft }),
    z.transform((kept) => ({ ...kept, draft: reuseUnchangedParts(configDraftOf(kept.base), kept.draft) })),
  ),
  draftOf: configDraftOf,
  entityOf: configOfDraft,
  isChanged,
  changesOf: configChanges,
  textOf: configText,
  merge: mergeDrafts,
  checkedBody,
  withReason: (body, changeReason) => ({ ...body, changeReason }),
  tabOf: (field) => (field === "schema" ? "schema" : field === "defaultValue" ? "default" : "settings"),
};
export type ConfigEdit = DraftEdit<DynamicConfig, ConfigDraft, DynamicConfigUpdateInput>;
