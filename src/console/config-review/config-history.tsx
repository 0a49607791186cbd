import { useSuspenseQuery } from "@tanstack/react-query";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { query } from "#console/api/query.ts";
import { configChanges } from "#console/config-draft/config-changes.ts";
import { configText } from "#console/config-draft/config-text.ts";
import { VersionHistory, type HistoryView } from "#console/draft-edit/version-history.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";

interface ConfigHistoryProps extends HistoryView<DynamicConfig> {
  id: string;
  nameOf: NameOf;
}

/** The newest hundred versions of a config. */
export function ConfigHistory({ id, nameOf, ...view }: ConfigHistoryProps) {
  const { data: versions } = useSuspenseQuery(query("listDynamicConfigVersions", { id })).data;
  return (
    <VersionHistory
      versions={versions}
      changesOf={(before, after) => configChanges(before, after, nameOf)}
      textOf={configText}
      {...view}
    />
  );
}
