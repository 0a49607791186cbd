import { getRouteApi } from "@tanstack/react-router";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import { useOtherEditors } from "#console/api/tabs.ts";
import { ChangesTable } from "#console/changes/changes-table.tsx";
import { configChanges } from "#console/config-draft/config-changes.ts";
import { fieldID, labelOf, placeOf } from "#console/config-draft/problem-place.ts";
import { askedConfig } from "#console/config-draft/sent-body.ts";
import { MergeNotice } from "#console/draft-edit/merge-notice.tsx";
import { Receipt } from "#console/draft-edit/receipt.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { SaveFailure } from "#console/rules/save-failure.tsx";
import { Button } from "#console/ui/button.tsx";
import { ErrorSummary } from "#console/ui/error-summary.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { Time } from "#console/ui/time.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface ConfigNoticesProps {
  edit: ConfigEdit;
  nameOf: NameOf;
}

const isConflict = (failure: Error | undefined) => failure instanceof ApiFailure && failure.status === 412;

function Outdated({ edit, nameOf }: ConfigNoticesProps) {
  const { base, stored, mergeNewer } = edit;
  return (
    <Notice
      tone="warning"
      title={`${stored.lastModifierName ?? "Someone"} saved this config meanwhile`}
      action={
        <Button size="small" onClick={mergeNewer}>
          Bring version {stored.version} into my draft
        </Button>
      }
    >
      <ChangesTable
        caption="What was saved meanwhile"
        changes={{ ...configChanges(base, stored, nameOf), unchanged: [] }}
        before="You started from"
        after="Stored now"
      />
      <p>What you typed stays. Only where you both changed the same thing will you be asked.</p>
    </Notice>
  );
}

/** The one thing that the reader should know first. */
function FirstNotice({ edit, nameOf }: ConfigNoticesProps) {
  const navigate = route.useNavigate();
  const { receipt, merge, failure, problems, draft, restored } = edit;
  if (receipt)
    return (
      <Receipt
        name={receipt.stored.name ?? receipt.stored.id}
        version={receipt.stored.version}
        changes={configChanges(receipt.before, receipt.stored, nameOf)}
        otherwise={configChanges(askedConfig(receipt.body, receipt.stored), receipt.stored, nameOf)}
        onUndo={() => edit.restore(receipt.before)}
        onClose={edit.closeReceipt}
      />
    );
  if (edit.isOutdated) return <Outdated edit={edit} nameOf={nameOf} />;
  if (merge && (merge.clashes.length > 0 || !edit.accepted))
    return <MergeNotice {...merge} onDecide={edit.decide} />;
  if (failure && !isConflict(failure) && problemsOfFailure(failure).length === 0)
    return (
      <SaveFailure
        error={failure}
        kept="Nothing was stored by half. What you typed is kept; try again when you like."
      />
    );
  if (problems.length > 0)
    return (
      <ErrorSummary
        title="This draft cannot be saved yet"
        problems={problems.map(({ property, errorMessage }) => ({
          id: fieldID(property),
          label: labelOf(property, draft),
          message: errorMessage,
          bring: () =>
            navigate({ search: (before) => ({ ...before, ...placeOf(property, draft) }), replace: true }),
        }))}
      />
    );
  if (restored !== undefined && edit.isDirty)
    return (
      <p className="text-12 text-text-muted">
        Your draft of <Time value={restored} relative /> was restored.
      </p>
    );
  return null;
}

interface AllNoticesProps extends ConfigNoticesProps {
  config: DynamicConfig;
  /** The service tells the rules only. */
  isPartial: boolean;
}

export function ConfigNotices({ config, edit, nameOf, isPartial }: AllNoticesProps) {
  const others = useOtherEditors(`dynamic_configs/${config.id}`);
  return (
    <div aria-live="polite" className="grid gap-2 pt-3 empty:hidden">
      {isPartial ? (
        <Notice tone="warning" title="This service tells only the rules of this config">
          Its state, default value, schema, description and tags are not known here. A save replaces them:
          with what you enter, and with nothing where you enter nothing. The review asks before it does.
        </Notice>
      ) : null}
      {others > 0 ? (
        <p className="text-12 text-text-muted">
          This config is open in another tab too. Each tab keeps a draft of its own, and hears of what the
          other saves.
        </p>
      ) : null}
      <FirstNotice edit={edit} nameOf={nameOf} />
    </div>
  );
}
