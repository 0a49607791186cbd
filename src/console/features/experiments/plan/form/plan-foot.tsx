import { CircleAlert, CircleCheck } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { goToPlanField } from "#console/features/experiments/plan/field-id.ts";
import { planSentence } from "#console/features/experiments/plan/draft/problem-words.ts";
import type { PlanEdit } from "#console/features/experiments/plan/draft/plan-adapter.ts";
import { isNewPlan } from "#console/features/experiments/plan/draft/plan-draft.ts";
import type { SessionSteps } from "#console/editing/session/draft-session.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { formatTime } from "#console/foundation/ui/time-format.ts";

interface PlanFootProps {
  edit: PlanEdit;
  steps: SessionSteps;
  problems: readonly Problem[];
  /** True if fields that a save would send have problems, so that the server would reject it. */
  isSaveRefused: boolean;
  /** Saves pending changes and opens the start dialog; undefined once the experiment has started. */
  onStart: (() => void) | undefined;
  onGo: (problem: Problem) => void;
}

interface BlockingProps {
  problems: readonly Problem[];
  lead: string;
  edit: PlanEdit;
  onGo: (problem: Problem) => void;
}

/** The first problem in form order, with a link to its field. */
function Blocking({ problems: [first, ...more], lead, edit, onGo }: BlockingProps) {
  if (!first) return null;
  return (
    <span className="flex min-w-0 items-center gap-x-3 max-tablet:basis-full">
      <span className="flex min-w-0 items-center gap-1.5">
        <CircleAlert size={16} aria-hidden className="shrink-0 text-danger" />
        <span className="min-w-0 tablet:truncate">
          <b className="font-medium text-danger max-tablet:block">{lead}:</b>{" "}
          {planSentence(first, edit.draft)}
          {more.length > 0 ? <span className="text-text-muted">, and {more.length} more</span> : null}
        </span>
      </span>
      <button type="button" className="link font-medium whitespace-nowrap" onClick={() => onGo(first)}>
        Go there
      </button>
    </span>
  );
}

function DraftAge({ edit }: { edit: PlanEdit }) {
  const { isDirty, isNotPersisted, persistedAt, stored } = edit;
  if (isNotPersisted)
    return (
      <span className="text-12 text-warning">
        This browser’s storage is full: the draft lives in this page only
      </span>
    );
  const text = isDirty
    ? persistedAt === undefined
      ? ""
      : `Draft kept ${formatTime(persistedAt)}`
    : stored.lastModifiedTime
      ? `Plan saved ${formatTime(stored.lastModifiedTime)}`
      : "";
  return <span className="whitespace-nowrap text-text-muted max-tablet:sr-only">{text}</span>;
}

/** The footer of the form: the first blocking problem, the draft's age, and the buttons to save and start. */
export function PlanFoot({ edit, steps, problems, isSaveRefused, onStart, onGo }: PlanFootProps) {
  const { next, onDiscard } = steps;
  const isBlocked = problems.length > 0;
  const startRefusal = isBlocked ? "Its plan cannot be started yet." : undefined;
  const isReady = !isBlocked && onStart !== undefined;
  return (
    <footer className="-mx-gutter flex min-h-14 items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-gutter py-2 max-tablet:flex-wrap">
      {edit.isDirty ? (
        <Button variant="quiet" className="-ml-2" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <span
        aria-live="polite"
        className="flex min-w-0 grow items-center max-tablet:order-first max-tablet:basis-full"
      >
        {isBlocked ? (
          <Blocking
            problems={problems}
            lead={isSaveRefused || !onStart ? "Cannot save yet" : "Cannot start yet"}
            edit={edit}
            onGo={onGo}
          />
        ) : isReady ? (
          <span className="flex items-center gap-1.5 text-text-muted">
            <CircleCheck size={16} aria-hidden className="text-ok" />
            Nothing keeps this plan from starting.
          </span>
        ) : edit.isDirty ? null : (
          <span className="text-text-muted">No changes</span>
        )}
      </span>
      <DraftAge edit={edit} />
      <span className="ml-auto flex gap-2 max-tablet:grow max-tablet:justify-end">
        <Button
          variant={onStart ? "outlined" : "primary"}
          disabledReason={next.disabledReason}
          field={next.field}
          reasonAt="page"
          onClick={next.onSelect}
        >
          {next.label}
        </Button>
        {onStart ? (
          <Button
            variant="primary"
            disabledReason={startRefusal ?? (edit.isDirty ? next.disabledReason : undefined)}
            reasonAt="page"
            onRefused={() => problems[0] && goToPlanField(problems[0].property)}
            onClick={onStart}
          >
            Review start
          </Button>
        ) : null}
      </span>
      {isNewPlan(edit.stored) ? <span className="sr-only">Nothing is stored yet.</span> : null}
    </footer>
  );
}
