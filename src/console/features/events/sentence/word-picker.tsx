// A choice that is a word of the sentence; without one it offers to add it.
import { Select } from "@base-ui/react/select";
import { ChevronDown, Plus } from "lucide-react";
import { labelOf, List, type Option } from "#console/foundation/forms/select.tsx";

/** As high as its line for a finger, though it is drawn lower. */
const reach = "relative after:absolute after:inset-x-0 after:-inset-y-1 pointer-coarse:after:-inset-y-2";
const inLine = "inline-flex h-7 max-w-full items-center gap-1 rounded-small align-[1px] leading-7";

/** Of a part of the sentence. */
export const tokenClass = `${inLine} bg-tint font-medium text-text`;
/** Of what adds a part to the sentence. */
export const addClass = `${inLine} ${reach} px-2 text-13 font-medium text-accent hover:bg-surface-hover`;
export const tokenButton = `${reach} hover:bg-surface-hover`;

interface WordPickerProps<V extends string> {
  /** Before the value, for those who do not see the words around it. */
  label: string;
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  /** The offer where the value is empty. */
  add?: string;
  /** Of the trigger, in place of those of a token. */
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
