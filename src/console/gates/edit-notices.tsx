import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { queryPage } from "#console/api/query.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { percentText } from "#console/rules/percent.ts";
import { ruleChanges } from "#console/rules/rule-draft.ts";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { Time } from "#console/ui/time.tsx";
import type { RuleEdit } from "./use-rule-edit.ts";

const route = getRouteApi("/$company/gates/$id");

interface NoticeProps {
  gate: Gate;
  rule: Rule;
  edit: RuleEdit;
  nameOf: NameOf;
}

/** A colleague saved meanwhile: who, what of this rule changed, and how to go on without losing a word. */
function Outdated({ gate, rule, edit, nameOf }: NoticeProps) {
  const changes = ruleChanges(edit.base, rule, nameOf);
  return (
    <Notice
      tone="warning"
      title={`${gate.lastModifierName ?? "Someone"} saved this gate meanwhile`}
      action={
        <Button size="small" onClick={edit.rebase}>
          Continue on version {gate.version}
        </Button>
      }
    >
      {changes.length > 0 ? (
        <ul>
          {changes.map(({ what, before, after }) => (
            <li key={what}>
              {what}: {before} became <b className="font-medium">{after}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p>This rule did not change.</p>
      )}
      <p>What you typed is kept, and stays as you typed it.</p>
    </Notice>
  );
}

/** An experiment that runs on the gate is disturbed when other users pass. */
function RunningExperiment({ edit }: { edit: RuleEdit }) {
  const { company, id } = route.useParams();
  const references = useQuery(queryPage("listExperimentReferences", { id, page: 1, limit: 20 }));
  const running = references.data?.data.find(({ status }) => status === "active");
  if (!running) return null;
  const { passPercentage } = edit.draft;
  const was = edit.base.passPercentage;
  const share =
    passPercentage !== undefined && passPercentage < was
      ? `At ${percentText(passPercentage)} instead of ${percentText(was)}, users leave it`
      : "This changes who takes part";
  return (
    <Notice
      tone="warning"
      title={`${running.name} is running on this gate`}
      action={
        <Link
          to="/$company/experiments/$id"
          params={{ company, id: running.id }}
          className="link font-medium"
        >
          See the experiment
        </Link>
      }
    >
      {share}, and its results can no longer be read as one test.
    </Notice>
  );
}

/** What the reader must know before going on; at most one at a time. */
export function EditNotices(props: NoticeProps) {
  const { edit } = props;
  if (edit.isOutdated && edit.isDirty) return <Outdated {...props} />;
  if (edit.isDirty) {
    return (
      <>
        {edit.restored !== undefined && (
          <p className="text-12 text-text-muted">
            Your draft of <Time value={edit.restored} relative /> was restored.
          </p>
        )}
        <RunningExperiment edit={edit} />
      </>
    );
  }
  return null;
}
