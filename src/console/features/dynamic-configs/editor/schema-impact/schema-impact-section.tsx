import { CircleCheck } from "lucide-react";
import type { ConfigDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { sentenceOf } from "#console/foundation/code-editor/problems.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { quickFixes, type RejectedValue } from "./schema-impact.ts";
import type { SchemaImpact } from "./use-schema-impact.ts";
import { plural } from "#console/foundation/ui/wording.ts";

interface SchemaImpactSectionProps {
  impact: SchemaImpact;
  /** Number of checked values. */
  count: number;
  onFix: (change: (draft: ConfigDraft) => ConfigDraft) => void;
  /** Navigates to a value. */
  onGo: (property: string) => void;
}

function RefusalLine({
  refusal: { value, problems },
  onGo,
}: {
  refusal: RejectedValue;
  onGo: (property: string) => void;
}) {
  return (
    <li className="grid gap-x-4 border-b border-border py-2 tablet:grid-cols-[240px_minmax(0,1fr)]">
      <button
        type="button"
        className="link text-left break-words underline-offset-2 hover:underline"
        onClick={() => onGo(value.property)}
      >
        {value.label}
      </button>
      <ul>
        {problems.map(({ start, message, path }) => (
          <li key={`${start} ${message}`} className="break-words">
            {path?.length ? <span className="font-mono text-12">{path.join(".")} </span> : null}
            {sentenceOf(message)}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Shows live which current values the schema rejects, with a link to each and quick fixes for several at once. */
export function SchemaImpactSection({ impact, count, onFix, onGo }: SchemaImpactSectionProps) {
  const { schema, refusals, schemaProblems } = impact;
  const values = plural(count, "value");
  const fixes = schema === undefined ? [] : quickFixes(refusals, schema);
  return (
    <section aria-label="The schema and the present values" aria-live="polite">
      <SectionHead
        title="The present values"
        note={
          schemaProblems.length
            ? "Not checked: the schema itself has problems."
            : refusals.length
              ? `${refusals.length} of ${values} would be refused.`
              : undefined
        }
      />
      {schemaProblems.length ? (
        <ul className="text-danger">
          {schemaProblems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : refusals.length ? (
        <>
          {fixes.length > 0 ? (
            <div role="group" aria-label="Quick fixes" className="flex flex-wrap gap-2 py-3">
              {fixes.map(({ key, label, apply }) => (
                <Button key={key} size="small" onClick={() => onFix(apply)}>
                  {label}
                </Button>
              ))}
            </div>
          ) : null}
          <ul aria-label="Values that the schema refuses" className="border-t border-border">
            {refusals.map((refusal) => (
              <RefusalLine key={refusal.value.property} refusal={refusal} onGo={onGo} />
            ))}
          </ul>
        </>
      ) : (
        <p className="flex items-center gap-2">
          <CircleCheck size={16} aria-hidden className="text-ok" />
          {count === 1 ? "The only value fits." : `All ${values} fit.`}
        </p>
      )}
    </section>
  );
}
