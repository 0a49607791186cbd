// A select that looks like a word of the sentence; if its value is empty, it offers to add one.
import { Select } from "@base-ui/react/select";
import { ChevronDown, Plus } from "lucide-react";
import { labelOf, List, type Option } from "#console/foundation/forms/select.tsx";

/** The touch area is as high as the line, although the word is drawn lower. */
const reach = "relative after:absolute after:inset-x-0 after:-inset-y-1 pointer-coarse:after:-inset-y-2";
const inLine = "inline-flex h-7 max-w-full items-center gap-1 rounded-small align-[1px] leading-7";

/** Classes of a part of the sentence. */
export const tokenClass = `${inLine} bg-tint font-medium text-text`;
/** Classes of a button that adds a part to the sentence. */
export const addClass = `${inLine} ${reach} px-2 text-13 font-medium text-accent hover:bg-surface-hover`;
export const tokenButton = `${reach} hover:bg-surface-hover`;

interface WordPickerProps<V extends string> {
  /** Accessible label before the value, since screen readers do not see the surrounding words. */
  label: string;
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  /** Label shown if the value is empty. */
  add?: string;
  /** Classes of the trigger, replacing those of a token. */
  className?: string;
}

export function WordPicker<V extends string>({
  label,
  value,
  options,
  onChange,
  add,
  className = `${tokenClass} ${tokenButton} pr-1 pl-2`,
}: WordPickerProps<V>) {
  const isAdd = add !== undefined && value === "";
  const shown = labelOf(options, value);
  return (
    <Select.Root value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger aria-label={isAdd ? add : `${label} ${shown}`} className={isAdd ? addClass : className}>
        {isAdd ? <Plus size={14} aria-hidden className="shrink-0" /> : null}
        <span className="truncate">{isAdd ? add : shown}</span>
        {isAdd ? null : <ChevronDown size={14} aria-hidden className="shrink-0 text-text-muted" />}
      </Select.Trigger>
      <List options={options} />
    </Select.Root>
  );
}
