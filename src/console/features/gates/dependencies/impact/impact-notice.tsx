// Shows the impact of a change to a gate before it is saved: running experiments in sentences, everything else as a list.
import { ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { isNone } from "#targeting/evaluate/changed-environments.ts";
import { pathText, type NodePath } from "#targeting/dependencies/paths.ts";
import { changedEnvironmentsText } from "#console/rules/fields/environments.ts";
import { UnreadDependencies } from "#console/features/gates/dependencies/model/unread-dependencies.tsx";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { stateText, stateTone } from "#console/features/gates/dependencies/model/node-text.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { agree, plural } from "#console/foundation/ui/wording.ts";
import { countText, endText, resultSentences, runningTitle } from "./impact-text.ts";
import type { GateChange } from "./change-of-gate.ts";
import type { Impact, ImpactState } from "./use-impact.ts";

/** Maximum number of experiments described here; the rest are only counted, and the list contains all. */
const named = 3;

function RunningNotice({ change, impact }: { change: GateChange; impact: Impact }) {
  const [now] = useState(() => Date.now());
  const { running } = impact;
  return (
    <Notice tone="warning" title={runningTitle(running)}>
      <p>{resultSentences(change, impact).join(" ")}</p>
      <ul className="grid gap-1 pt-1.5">
        {running.slice(0, named).map((each) => (
          <li key={each.node.key}>
            <EntityLink node={each.node} className="link font-medium" />
            {". "}
            {each.path.length > 2 ? `${pathText(each)}. ` : null}
            {endText(each, now)}
          </li>
        ))}
        {running.length > named ? <li>And {running.length - named} more, in the list.</li> : null}
      </ul>
    </Notice>
  );
}

/** Lists all affected entities in the given order, with the path to those that depend on the gate indirectly. */
const AffectedList = memo(function AffectedList({ affected }: { affected: readonly NodePath[] }) {
  return (
    <ul aria-label="What this change affects" className="border-t border-border">
      {affected.map((one) => (
        <li key={one.node.key} className="flex items-start gap-2 border-b border-border py-1.5">
          <EntityIcon kind={one.node.kind} className="mt-0.5 text-text-muted" />
          <span className="min-w-0 flex-1 break-words">
            <EntityLink node={one.node} className="font-medium hover:underline" />
            {one.path.length > 2 ? (
              <span className="block text-12 text-text-muted">{pathText(one)}</span>
            ) : null}
          </span>
          <Status tone={stateTone(one.node)}>{stateText(one.node)}</Status>
        </li>
      ))}
    </ul>
  );
});

interface EverythingProps {
  impact: Impact;
  /** Environments of the change, such as "in staging". */
  where: string;
  isComplete: boolean;
}

function Everything({ impact, where, isComplete }: EverythingProps) {
  const { affected, untouched } = impact;
  // The rows, which may be hundreds, are rendered only once the list is opened.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="min-w-0">
      {affected.length > 0 ? (
        <details className="group/affected" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="flex min-h-8 list-none items-center gap-1.5 pointer-coarse:min-h-11">
            <ChevronRight
              size={14}
              aria-hidden
              className="shrink-0 text-text-muted group-open/affected:rotate-90"
            />
            <span>
              Affects <b className="font-medium">{countText(impact)}</b>, {where}
            </span>
          </summary>
          <div className="max-h-72 overflow-y-auto">
            {isOpen ? <AffectedList affected={affected} /> : null}
          </div>
        </details>
      ) : (
        <p className="text-text-muted">This change affects nothing else.</p>
      )}
      {untouched > 0 ? (
        <p className="pt-1 text-12 text-text-muted">
          {plural(untouched, "more entity", "more entities")} {agree(untouched, "stands", "stand")} behind
          gates that answer everyone alike, or in other environments, and{" "}
          {agree(untouched, "notices", "notice")} nothing.
        </p>
      ) : null}
      {isComplete ? null : (
        <p className="pt-1 text-12 text-warning">
          Not everything could be read, so more may be affected. The references say what is missing.
        </p>
      )}
    </div>
  );
}

/** Renders nothing if the change has no effect on any user. */
export function ImpactNotice({ known: { change, impact, read, isComplete } }: { known: ImpactState }) {
  if (isNone(change.environments)) return null;
  if (!impact) return <UnreadDependencies read={read} />;
  return (
    <section aria-label="What this change affects" className="grid gap-2">
      {impact.running.length > 0 ? <RunningNotice change={change} impact={impact} /> : null}
      <Everything
        impact={impact}
        where={changedEnvironmentsText(change.environments)}
        isComplete={isComplete}
      />
    </section>
  );
}
