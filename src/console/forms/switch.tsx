import { Switch as Base } from "@base-ui/react/switch";
import { useId } from "react";
import { Tooltip } from "#console/ui/tooltip.tsx";

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hideLabel?: boolean;
  disabledReason?: string | undefined;
}

export function Switch({ label, checked, onChange, hideLabel = false, disabledReason }: SwitchProps) {
  const id = useId();
  const control = (
    <Base.Root
      aria-labelledby={id}
      aria-describedby={disabledReason ? `${id}-reason` : undefined}
      checked={checked}
      readOnly={disabledReason !== undefined}
      onCheckedChange={(next) => onChange(next)}
      className="relative h-4.5 w-7.5 shrink-0 rounded-full bg-border-control data-checked:bg-accent-solid data-readonly:opacity-60"
    >
      <Base.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-on-accent transition-transform data-checked:translate-x-3.5" />
    </Base.Root>
  );
  return (
    <span className="inline-flex items-center gap-2 pointer-coarse:min-h-11">
      {disabledReason ? <Tooltip text={disabledReason}>{control}</Tooltip> : control}
      <span id={id} className={hideLabel ? "sr-only" : "select-none"}>
        {label}
      </span>
      {disabledReason ? (
        <span id={`${id}-reason`} className="sr-only">
          {disabledReason}
        </span>
      ) : null}
    </span>
  );
}
