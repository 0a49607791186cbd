import { ChevronDown } from "lucide-react";
import { useId, useRef, useState } from "react";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";

interface Option {
  value: string;
  label: string;
  count?: number;
}

interface ChoiceFilterProps {
  /** Name of the filter, such as "Status". */
  label: string;
  /** A function may leave out the values that are not chosen while the choices are closed. */
  options: readonly Option[] | ((isOpen: boolean) => readonly Option[]);
  /** Chosen values; an empty list filters nothing. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Text of the button in place of the chosen labels. */
  summary?: string;
  /** The button is at the right edge, so the choices open towards the left. */
  isAtEnd?: boolean;
  /** Without a border, beside other quiet buttons. */
  isSmall?: boolean;
}

/** Several checkboxes behind one button, for filters and for columns. */
export function ChoiceFilter({
  label,
  options: given,
  chosen,
  onChange,
  summary,
  isAtEnd = false,
  isSmall = false,
}: ChoiceFilterProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const options = typeof given === "function" ? given(open) : given;
  const labels = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);

  return (
    <div
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
      role="presentation"
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          // Some browsers do not focus a button that is clicked, but the choices close when the focus leaves it.
          button.current?.focus();
          setOpen(!open);
        }}
        className={isSmall ? buttonClass("quiet", "small") : buttonClass("outlined")}
      >
        <span className={isSmall ? "" : "font-regular text-text-muted"}>{label}</span>
        {summary ?? (
          <>
            {labels.length > 0 && (
              <span className="max-w-60 truncate max-tablet:hidden">{labels.join(", ")}</span>
            )}
            {labels.length > 0 && <span className="tablet:hidden">{labels.length}</span>}
          </>
        )}
        <ChevronDown size={14} aria-hidden />
      </button>
      {open && (
        <fieldset
          id={id}
          tabIndex={-1}
          className={`absolute top-full right-0 z-20 mt-1 grid max-h-80 min-w-44 overflow-auto rounded border border-border bg-surface-raised px-3 py-2 shadow-float ${isAtEnd ? "" : "tablet:right-auto tablet:left-0"}`}
        >
          <legend className="sr-only">{label}</legend>
          {options.length === 0 && <p className="text-text-muted">Nothing to choose from.</p>}
          {options.map((option, index) => (
            <label
              key={option.value}
              className="flex min-h-8 items-center gap-2 whitespace-nowrap pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 accent-accent-solid"
                checked={chosen.includes(option.value)}
                aria-label={option.label}
                aria-describedby={option.count === undefined ? undefined : `${id}-${index}`}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, option.value]
                      : chosen.filter((value) => value !== option.value),
                  )
                }
              />
              {option.label}
              {option.count === undefined ? null : (
                <span id={`${id}-${index}`} className="figures ml-auto pl-4 text-text-muted">
                  {formatCount(option.count)}
                </span>
              )}
            </label>
          ))}
          {chosen.length > 0 && summary === undefined && (
            <button
              type="button"
              className="link mt-1 min-h-8 justify-self-start font-medium"
              onClick={() => onChange([])}
            >
              Clear
            </button>
          )}
        </fieldset>
      )}
    </div>
  );
}
