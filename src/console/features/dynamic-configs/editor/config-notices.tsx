import { getRouteApi } from "@tanstack/react-router";
import { sentenceOf } from "#console/foundation/code-editor/problems.ts";
import { configChanges } from "#console/features/dynamic-configs/draft/config-changes.ts";
import { fieldID, labelOf, placeOf } from "#console/features/dynamic-configs/draft/problem-place.ts";
import { requestedConfig } from "#console/features/dynamic-configs/draft/sent-body.ts";
import { DraftNotices } from "#console/editing/session/draft-notices.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface ConfigNoticesProps {
  edit: ConfigEdit;
  nameOf: NameOf;
  /** The service tells the rules only. */
  isPartial: boolean;
}

export function ConfigNotices({ edit, nameOf, isPartial }: ConfigNoticesProps) {
  const navigate = route.useNavigate();
  return (
    <DraftNotices
      edit={edit}
      noun="config"
      path={`dynamic_configs/${edit.stored.id}`}
      changesOf={(before, after) => configChanges(before, after, nameOf)}
      requestedOf={({ body, stored }) => requestedConfig(body, stored)}
      toSummary={({ property, errorMessage }) => ({
        id: fieldID(property),
        label: labelOf(property, edit.draft),
        message: sentenceOf(errorMessage),
        bring: () =>
          navigate({ search: (before) => ({ ...before, ...placeOf(property, edit.draft) }), replace: true }),
      })}
    >
      {isPartial && !edit.accepted ? (
        <Notice tone="warning" title="This service tells only the rules of this config">
          Its state, default value, schema, description and tags are not known here. A save replaces them:
          with what you enter, and with nothing where you enter nothing. The review asks before it does.
        </Notice>
      ) : null}
    </DraftNotices>
  );
}
