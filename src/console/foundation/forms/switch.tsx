import { Switch as Base } from "@base-ui/react/switch";
import { useId } from "react";

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hideLabel?: boolean;
  id?: string;
  /** The value is shown but cannot be changed; the page says why. */
  isReadOnly?: boolean;
}

export function Switch({
  label,
  checked,
  onChange,
  hideLabel = false,
  isReadOnly = false,
  ...rest
}: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 pointer-coarse:min-h-11">
      <Base.Root
        {...rest}
        aria-labelledby={id}
        readOnly={isReadOnly}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        className="flex h-4.5 w-7.5 shrink-0 items-center rounded-full bg-border-control data-checked:bg-accent-solid"
      >
        <Base.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-on-accent transition-transform data-checked:translate-x-3.5" />
      </Base.Root>
      <span id={id} className={hideLabel ? "sr-only" : "select-none"}>
        {label}
      </span>
    </span>
  );
}
