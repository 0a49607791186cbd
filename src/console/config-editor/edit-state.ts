// One config while it is edited: the draft, and what it started from. No React here.
import { z } from "zod";
import { DynamicConfig, type DynamicConfigUpdateInput } from "#contract/dynamic-config.ts";
import { readDraft } from "#console/api/drafts.ts";
import { ConfigDraft, configDraftOf, sharingWith } from "#console/config-draft/config-draft.ts";
import type { DraftClash } from "#console/config-draft/merge-drafts.ts";

/** The draft with the config it started from. */
const KeptEdit = z.object({ base: DynamicConfig, draft: ConfigDraft });

export interface Edit extends z.infer<typeof KeptEdit> {
  version: number | null;
  /** When a restored draft was last typed into, ms. */
  restored?: number | undefined;
  /** Grows when the fields must show other text than what was typed. */
  generation: number;
}

/** What came in from a colleague's save, and what both changed. */
export interface Merge {
  who: string;
  version: number | null;
  taken: readonly string[];
  clashes: readonly DraftClash[];
}

/** After a save: what was asked, what was stored, and what was there before. */
export interface Receipt {
  body: DynamicConfigUpdateInput;
  stored: DynamicConfig;
  before: DynamicConfig;
}

export const editOf = (config: DynamicConfig, generation: number): Edit => ({
  base: config,
  draft: configDraftOf(config),
  version: config.version ?? null,
  generation,
});

/** The draft kept in a slot of this browser, else the stored config. */
export function restoredEdit(slot: string, config: DynamicConfig): Edit {
  const kept = readDraft(slot, KeptEdit);
  if (!kept) return editOf(config, 0);
  const { base, draft } = kept.value;
  return {
    base,
    draft: sharingWith(configDraftOf(base), draft),
    version: kept.basedOn,
    restored: kept.time,
    generation: 0,
  };
}

/** Of two answers the newer one: a save answers before the list in view is read again. */
export const newer = (left: DynamicConfig, right: DynamicConfig) =>
  (left.version ?? 0) >= (right.version ?? 0) ? left : right;
