import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";
import { useId } from "react";

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <span className="inline-flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-11">
      <Base.Root
        aria-labelledby={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="flex size-4 shrink-0 items-center justify-center rounded-small border border-border-control data-checked:border-accent-solid data-checked:bg-accent-solid"
      >
        <Base.Indicator className="text-on-accent">
          <Check size={12} className="stroke-3" aria-hidden />
        </Base.Indicator>
      </Base.Root>
      {/* The box itself is the control for keyboards; clicking its words is a convenience for mice. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <span
        id={id}
        className="min-w-0 wrap-anywhere select-none"
        onClick={() => !disabled && onChange(!checked)}
      >
        {label}
      </span>
    </span>
  );
}
