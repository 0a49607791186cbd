import { useSuspenseQuery } from "@tanstack/react-query";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { query } from "#console/foundation/api/query.ts";
import { configChanges } from "#console/features/dynamic-configs/draft/config-changes.ts";
import { configText } from "#console/features/dynamic-configs/draft/config-text.ts";
import { VersionHistory, type HistoryView } from "#console/editing/session/version-history.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

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
