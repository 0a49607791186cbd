import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { useSaveRefusal } from "#console/api/current-key.ts";
import { ConfigHistory } from "#console/config-review/config-history.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Confirm } from "#console/ui/dialog.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

/** Earlier versions to compare and to bring back. A draft gives way to one only after a question. */
export function HistoryTab({ edit, nameOf }: { edit: ConfigEdit; nameOf: NameOf }) {
  const { version, against } = route.useSearch();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<DynamicConfig>();
  const restore = (old: DynamicConfig) => {
    edit.restore(old);
    void navigate({ search: {} });
  };
  return (
    <>
      <Suspense fallback={<SkeletonRows rows={6} label="Loading the history" />}>
        <ConfigHistory
          id={edit.stored.id}
          nameOf={nameOf}
          comparison={{ version, against }}
          onCompare={(comparison) =>
            void navigate({
              search: (before) => ({
                ...before,
                version: comparison.version,
                against: comparison.against,
              }),
              replace: true,
            })
          }
          onRestore={(old) => (edit.isDirty ? setAsked(old) : restore(old))}
          refusal={useSaveRefusal()}
        />
      </Suspense>
      <Confirm
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`Replace your draft by version ${asked?.version ?? ""}`}
        consequence="What you typed is forgotten, and the fields show the old version. Nothing is stored before a review."
        confirmLabel="Replace the draft"
        danger
        onConfirm={() => asked && restore(asked)}
      />
    </>
  );
}
