import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { MoveHandle } from "#console/foundation/forms/sortable-list.tsx";
import type { GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import type { RuleLineProps } from "#console/editing/rule-list/rule-lines.tsx";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import { textOf, whoParts } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

/** Grid columns, shared by the rows and the header above them. */
export const ruleColumns =
  "tablet:grid tablet:grid-cols-[24px_28px_minmax(120px,26%)_minmax(0,1fr)_172px_112px] tablet:items-center";

/** Returns "60 → 40 %" for a changed percentage, so that the draft's value is not mistaken for the live one. */
function shareText({ passPercentage: now }: GateRuleDraft, was: number | undefined): string {
  if (was === undefined || was === now) return now === undefined ? "–" : percentText(now);
  return `${was} → ${now === undefined ? "?" : percentText(now)}`;
}

/** Shows one rule as a sentence; a click opens it for editing. */
export const RuleRow = memo(function RuleRow(props: RuleLineProps<GateRuleDraft>) {
  const { rule, was, index, isChosen, hasProblem, edit, oddity, nameOf, onChoose } = props;
  const who = whoParts(conditionsOfDraft(rule.conditions), nameOf);
  const places = environmentsText(rule.environments);
  const before = environmentsText((was ?? rule).environments);
  const where = before === places ? places : `${before} → ${places}`;
  return (
    <div
      className={`relative border-b border-border py-px max-tablet:grid max-tablet:py-1.5 max-tablet:grid-cols-[24px_20px_minmax(0,1fr)_auto] max-tablet:items-center ${ruleColumns} ${edit ? "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-warning" : ""} ${isChosen ? "bg-surface-selected" : "hover:bg-surface-hover"}`}
    >
      <span className="relative z-1 max-tablet:row-span-2 max-tablet:self-start pointer-coarse:-ml-2">
        <MoveHandle />
      </span>
      <span className="figures text-text-muted max-tablet:row-span-2 max-tablet:self-start max-tablet:pt-1.5 pointer-coarse:pt-3">
        {index + 1}
      </span>
      {/* Always a single line, whatever marks stand beside the name, so that an edit moves no row. */}
      <span className="flex min-h-8 min-w-0 items-center gap-x-2 pr-3">
        <button
          type="button"
          title={`Edit ${rule.name}`}
          aria-current={isChosen ? "true" : undefined}
          onClick={() => onChoose(rule.key)}
          className="min-w-0 truncate rounded-small font-medium after:absolute after:inset-0 hover:underline"
        >
          {rule.name || "Without a name"}
        </button>
        {hasProblem ? <span className="text-12 whitespace-nowrap text-danger">needs fixing</span> : null}
        {edit ? (
          <span className="text-12 whitespace-nowrap text-text-muted">
            {edit}
            <span className="sr-only"> in the draft</span>
          </span>
        ) : null}
        {oddity ? (
          <TriangleAlert size={14} aria-hidden className="shrink-0 text-warning tablet:hidden" />
        ) : null}
      </span>
      {/* A lint finding may arrive late: it shortens the sentence instead of adding a line. */}
      <span className="flex min-w-0 gap-3 pr-3 max-tablet:order-1 max-tablet:col-span-2 max-tablet:col-start-3">
        <span className="min-w-0 truncate text-text-muted max-tablet:whitespace-normal" title={textOf(who)}>
          <Sentence parts={who} />
          <span className="tablet:hidden">{where === "All" ? "" : `, in ${where.toLowerCase()}`}</span>
        </span>
        {oddity ? (
          <span title={oddity} className="min-w-1/2 truncate text-12/5 text-warning max-tablet:sr-only">
            <TriangleAlert size={14} aria-hidden className="mr-1 inline align-[-2px]" />
            {oddity}
          </span>
        ) : null}
      </span>
      <span className="truncate pr-3 text-text-muted max-tablet:hidden" title={where}>
        {where}
      </span>
      <span className="num pr-3 font-medium">{shareText(rule, was?.passPercentage)}</span>
    </div>
  );
});
