import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { PopupRegion } from "#console/foundation/ui/popup-region.tsx";
import { controlClass, Field, type FieldProps } from "./field.tsx";

export interface Option<V extends string> {
  value: V;
  label: string;
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
}

/** The list that opens below a trigger. */
export const List = <V extends string>({ options }: { options: readonly Option<V>[] }) => (
  <Base.Portal>
    <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
      <PopupRegion label="Choices">
        <Base.Popup className="max-h-80 min-w-(--anchor-width) overflow-auto rounded border border-border bg-surface-raised p-1 shadow-float outline-none">
          <Base.List>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-default items-center gap-2 rounded-small px-2 outline-none select-none pointer-coarse:h-11 data-highlighted:bg-surface-selected"
              >
                <span className="w-4">
                  <Base.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </PopupRegion>
    </Base.Positioner>
  </Base.Portal>
);

export const labelOf = <V extends string>(options: readonly Option<V>[], value: V) =>
  options.find((option) => option.value === value)?.label ?? value;

/** A value that is not among the options is shown as it is. */
export const Select = <V extends string>({
  value,
  onChange,
  options,
  ...field
}: ChoiceProps<V> & FieldProps) => (
  <Field {...field}>
    {({ id, "aria-describedby": describedBy }) => (
      <Base.Root
        value={value}
        readOnly={field.isReadOnly ?? false}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Base.Trigger
          id={id}
          aria-label={field.hideLabel ? field.label : undefined}
          aria-describedby={describedBy}
          className={`flex h-control w-full items-center justify-between gap-2 px-2.5 text-left ${controlClass(field.error, field.isReadOnly)}`}
        >
          <Base.Value className="truncate">{() => labelOf(options, value)}</Base.Value>
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </Base.Trigger>
        <List options={options} />
      </Base.Root>
    )}
  </Field>
);

/** A select with name, value and chevron in one button, for the controls of a view. */
export const Picker = <V extends string>({ label, value, onChange, options }: ChoiceProps<V>) => (
  <Base.Root value={value} onValueChange={(next) => next !== null && onChange(next)}>
    <Base.Trigger aria-label={`${label} ${labelOf(options, value)}`} className={buttonClass("outlined")}>
      <span className="flex min-w-0 gap-1.5 text-left max-tablet:grid max-tablet:flex-1 max-tablet:gap-0 max-tablet:leading-4">
        <span className="font-regular text-text-muted max-tablet:text-11">{label}</span>
        <Base.Value className="truncate">{() => labelOf(options, value)}</Base.Value>
      </span>
      <ChevronDown size={14} aria-hidden className="shrink-0" />
    </Base.Trigger>
    <List options={options} />
  </Base.Root>
);
