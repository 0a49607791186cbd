import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";

interface CheckboxProps {
  id?: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ id, label, checked, onChange }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-11">
      <Base.Root
        {...(id === undefined ? {} : { id })}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        className="flex size-4 shrink-0 items-center justify-center rounded-small border border-border-control data-checked:border-accent-solid data-checked:bg-accent-solid"
      >
        <Base.Indicator className="text-on-accent">
          <Check size={12} className="stroke-3" aria-hidden />
        </Base.Indicator>
      </Base.Root>
      <span className="min-w-0 wrap-anywhere select-none">{label}</span>
    </label>
  );
}
