// A text field with suggestions, each with a note beside it; any other text can be typed as well.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useLayoutEffect, useRef, useState } from "react";
import { PopupRegion } from "#console/foundation/ui/popup-region.tsx";
import { controlClass, Field, type FieldProps } from "./field.tsx";

export interface Suggestion {
  value: string;
  /** Shown beside the value, such as how often it occurs. */
  note?: string | undefined;
}

interface SuggestFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  placeholder?: string;
  /**
   * Lets Enter submit the form, for forms with this field only. In other forms, Enter pressed before the suggestions arrive
   * would submit a half-filled form.
   */
  submitsOnEnter?: boolean;
}

/** Maximum number of suggestions shown at once; typing narrows them down. */
const most = 100;

/**
 * An open list hides the rest of the page from screen readers, although Tab still reaches it. Elements with `aria-live` are
 * exempt.
 */
function usePageStaysRead(isOpen: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const page = isOpen ? input.current?.closest("[role=dialog], body > *") : null;
    page?.setAttribute("aria-live", "off");
    return () => page?.removeAttribute("aria-live");
  }, [isOpen]);
  return input;
}

export function SuggestField({
  value,
  onChange,
  suggestions,
  placeholder,
  submitsOnEnter,
  ...field
}: SuggestFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const input = usePageStaysRead(isOpen);
  // A text chosen from the list is not a search term: the other suggestions stay available.
  const isChosen = suggestions.some((one) => one.value === value);
  const wanted = isChosen ? "" : value.trim().toLowerCase();
  const offered = suggestions.filter((one) => one.value.toLowerCase().includes(wanted)).slice(0, most);
  return (
    <Field {...field}>
      {(control) => (
        <Autocomplete.Root
          items={offered}
          filter={null}
          value={value}
          onValueChange={(next) => onChange(next)}
          itemToStringValue={(item: Suggestion) => item.value}
          openOnInputClick
          onOpenChange={setIsOpen}
        >
          <Autocomplete.Input
            {...control}
            ref={input}
            aria-label={field.hideLabel ? field.label : undefined}
            placeholder={placeholder}
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !submitsOnEnter) event.preventDefault();
            }}
            className={`block h-control w-full px-2.5 placeholder:text-text-muted ${controlClass(field.error)}`}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-50">
              <PopupRegion label="Suggestions">
                <Autocomplete.Popup className="max-h-80 w-(--anchor-width) min-w-60 overflow-auto rounded border border-border bg-surface-raised p-1 shadow-float outline-none empty:hidden">
                  <Autocomplete.List aria-label={field.label}>
                    {(item: Suggestion) => (
                      <Autocomplete.Item
                        key={item.value}
                        value={item}
                        className="flex min-h-8 cursor-default items-center gap-3 rounded-small px-2 outline-none select-none pointer-coarse:min-h-11 data-highlighted:bg-surface-selected"
                      >
                        <span className="min-w-0 truncate">{item.value}</span>
                        {item.note ? (
                          <span className="figures ml-auto shrink-0 text-12 text-text-muted">
                            {item.note}
                          </span>
                        ) : null}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.List>
                </Autocomplete.Popup>
              </PopupRegion>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
