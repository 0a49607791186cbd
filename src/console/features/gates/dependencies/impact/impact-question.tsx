import type { Problem } from "#contract/api-error.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { ImpactNotice } from "./impact-notice.tsx";
import type { KnownImpact } from "./use-impact.ts";

interface ImpactQuestionProps {
  known: KnownImpact;
  reason: string;
  onReason: (reason: string) => void;
  problems: readonly Problem[];
}

/** The impact of a change before it is made; where a running experiment is affected, with a field for its reason. */
export const ImpactQuestion = ({ known, reason, onReason, problems }: ImpactQuestionProps) => (
  <>
    <ImpactNotice known={known} />
    {known.needsReason ? (
      <TextField
        id="changeReason"
        label="Why this change is made"
        value={reason}
        error={problems.find(({ property }) => property === "changeReason")?.errorMessage}
        help="Kept with this version in the history."
        onChange={onReason}
      />
    ) : null}
  </>
);
