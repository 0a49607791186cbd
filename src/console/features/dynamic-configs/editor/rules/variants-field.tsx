import { Plus } from "lucide-react";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { restOfVariants } from "./rule-shares.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface VariantsFieldProps {
  id: string;
  rule: ConfigRuleDraft;
  /** Key of the variant whose value is in view. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onAdd: () => void;
  /** Numbers, from 0, of the variants that have a problem. */
  withProblem: ReadonlySet<number>;
  error: string | undefined;
}

const chip =
  "inline-flex h-control max-w-60 items-center gap-2 rounded border border-border-strong px-2.5 hover:bg-surface-hover aria-pressed:border-accent aria-pressed:bg-surface-selected aria-pressed:font-medium";

/** The variants of a rule to choose from: their values are edited one at a time. */
export function VariantsField(props: VariantsFieldProps) {
  const { id, rule, chosen, onChoose, onAdd, withProblem, error } = props;
  const { variants } = rule;
  const rest = restOfVariants(rule);
  const sum = `add up to ${percentText(100 - rest)}`;
  const total = rest < 0 ? `${sum}, ${percentText(-rest)} too much` : sum;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error && rest >= 0 ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <legend className="mb-1 text-12 font-medium">
        Variants{" "}
        <span className={`figures font-regular ${rest < 0 ? "text-danger" : "text-text-muted"}`}>
          {variants.length ? total : "none, everyone gets the value of this rule"}
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-1">
        {variants.map(({ key, name, passPercentage }, index) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
            className={chip}
          >
            <span className="truncate">{name || "No name"}</span>
            <span className={`figures ${withProblem.has(index) ? "text-danger" : "text-text-muted"}`}>
              {withProblem.has(index)
                ? "needs fixing"
                : passPercentage === undefined
                  ? "– %"
                  : percentText(passPercentage)}
            </span>
          </button>
        ))}
        {variants.length ? (
          <IconButton label="Add variant" icon={Plus} onClick={onAdd} />
        ) : (
          <Button variant="quiet" icon={Plus} onClick={onAdd}>
            Split into variants
          </Button>
        )}
      </div>
      {error && rest >= 0 ? (
        <p id={`${id}-error`} className="pt-1 text-12 text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
