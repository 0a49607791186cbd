// What a change of a gate reaches, told before it is made: running experiments in plain words, everything else as a list.
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { pathText } from "#targeting/dependencies/paths.ts";
import {
  ReadingProgress,
  DependenciesError,
} from "#console/features/gates/dependencies/model/reading-dependencies.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { plural } from "#console/features/gates/dependencies/model/node-text.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { countText, endText, resultSentences, runningTitle } from "./impact-text.ts";
import type { Impact } from "./impact.ts";
import { AffectedList } from "./affected-list.tsx";
import type { KnownImpact } from "./use-impact.ts";

/** More are counted here, and told in the list. */
const named = 3;

function RunningNotice({ impact }: { impact: Impact }) {
  const [now] = useState(() => Date.now());
  const { running } = impact;
  return (
    <Notice tone="warning" title={runningTitle(running)}>
      <p>{resultSentences(impact).join(" ")}</p>
      <ul className="grid gap-1 pt-1.5">
        {running.slice(0, named).map((each) => (
          <li key={each.node.key}>
            <EntityLink node={each.node} className="link font-medium" />
            {". "}
            {each.path.length > 2 ? `${pathText(each.path)}. ` : null}
            {endText(each, now)}
          </li>
        ))}
        {running.length > named ? <li>And {running.length - named} more, in the list.</li> : null}
      </ul>
    </Notice>
  );
}

function Everything({ impact }: { impact: Impact }) {
  const { affected, untouched, isComplete } = impact;
  // Hundreds of rows are drawn only for those who look at them.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="min-w-0">
      {affected.length > 0 ? (
        <details className="group/reached" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="flex min-h-8 list-none items-center gap-1.5 pointer-coarse:min-h-11">
            <ChevronRight
              size={14}
              aria-hidden
              className="shrink-0 text-text-muted group-open/reached:rotate-90"
            />
            <span>
              Reaches <b className="font-medium">{countText(impact)}</b>
            </span>
          </summary>
          <div className="max-h-72 overflow-y-auto">
            {isOpen ? <AffectedList affected={affected} label="What this change reaches" /> : null}
          </div>
        </details>
      ) : (
        <p className="text-text-muted">Nothing else is reached by this change.</p>
      )}
      {untouched > 0 ? (
        <p className="pt-1 text-12 text-text-muted">
          {plural(untouched, "more thing")} {untouched === 1 ? "stands" : "stand"} behind gates that answer
          everyone alike, and {untouched === 1 ? "notices" : "notice"} nothing.
        </p>
      ) : null}
      {isComplete ? null : (
        <p className="pt-1 text-12 text-warning">
          Not everything could be read, so more may be reached. The references say where reading stopped.
        </p>
      )}
    </div>
  );
}

/** Nothing where the change makes no difference to anybody. */
export function ImpactNotice({ known: { change, impact, read } }: { known: KnownImpact }) {
  if (change.effects.size === 0) return null;
  if (!impact)
    return read.error ? <DependenciesError read={read} /> : <ReadingProgress gateID={read.gateID} />;
  return (
    <section aria-label="What this change reaches" className="grid gap-2">
      {impact.running.length > 0 ? <RunningNotice impact={impact} /> : null}
      <Everything impact={impact} />
    </section>
  );
}
