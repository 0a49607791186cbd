import type { ReactNode } from "react";

interface SegmentProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode }[];
}

/** A choice among a few options, all visible. */
export const Segment = <V extends string>({ label, value, onChange, options }: SegmentProps<V>) => (
  <div
    role="group"
    aria-label={label}
    className="inline-flex h-control w-fit justify-self-start rounded border border-border-strong p-0.5"
  >
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className="flex min-w-8 items-center justify-center rounded-small px-2.5 text-text-muted hover:text-text aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-text"
      >
        {option.label}
      </button>
    ))}
  </div>
);
