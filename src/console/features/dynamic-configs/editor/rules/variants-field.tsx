import { Plus } from "lucide-react";
import { Button } from "#console/foundation/ui/button.tsx";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { restOfVariants } from "#console/features/dynamic-configs/draft/rule-shares.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface VariantsFieldProps {
  id: string;
  rule: ConfigRuleDraft;
  onAdd: () => void;
  error: string | undefined;
}

/** Summarizes the variants of a rule, and adds one; each variant is edited in its own row of the matrix. */
export function VariantsField({ id, rule, onAdd, error }: VariantsFieldProps) {
  const { variants } = rule;
  const rest = restOfVariants(rule);
  const sum = `${variants.length}, they add up to ${percentText(100 - rest)}`;
  const total = rest < 0 ? `${sum}, ${percentText(-rest)} too much` : sum;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error && rest >= 0 ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <legend className="sr-only">Variants</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="text-12 font-medium">
          Variants{" "}
          <span className={`figures font-regular ${rest < 0 ? "text-danger" : "text-text-muted"}`}>
            {variants.length ? total : "none, everyone gets the value of this rule"}
          </span>
        </p>
        <Button variant="quiet" size="small" icon={Plus} className="-mr-2 ml-auto" onClick={onAdd}>
          {variants.length ? "Add variant" : "Split into variants"}
        </Button>
      </div>
      {error && rest >= 0 ? (
        <p id={`${id}-error`} className="pt-1 text-12 text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
