import type { Problem } from "#contract/api-error.ts";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import type { VariantDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { Button } from "#console/foundation/ui/button.tsx";

interface VariantFieldsProps {
  id: string;
  variant: VariantDraft;
  /** Validation errors, with properties relative to this variant. */
  problems: readonly Problem[];
  onChange: (part: Partial<VariantDraft>) => void;
  onDelete: () => void;
}

/** Fields for the name and percentage of one variant. */
export function VariantFields({ id, variant, problems, onChange, onDelete }: VariantFieldsProps) {
  const errorOf = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  return (
    <div className="grid items-start gap-4 tablet:grid-cols-[minmax(0,1fr)_220px_auto]">
      <TextField
        id={`${id}-name`}
        label="Name of the variant"
        value={variant.name}
        error={errorOf("name")}
        onChange={(name) => onChange({ name })}
      />
      <PercentField
        id={`${id}-passPercentage`}
        label="Share"
        share={variant}
        error={errorOf("passPercentage")}
        onChange={onChange}
      />
      <span className="max-tablet:-ml-2 tablet:pt-5">
        <Button variant="quiet" onClick={onDelete}>
          Delete variant
        </Button>
      </span>
    </div>
  );
}
