// A text with suggestions, each with a note beside it; anything else can be typed as well.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useLayoutEffect, useRef, useState } from "react";
import { PopupRegion } from "#console/foundation/ui/popup-region.tsx";
import { controlClass, Field, type FieldProps } from "./field.tsx";

export interface Suggestion {
  value: string;
  /** Beside it, such as how often it occurs. */
  note?: string | undefined;
}

interface SuggestFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  placeholder?: string;
  /** Where the form is only about this field; elsewhere Enter, pressed before a suggestion is there, would send it half filled in. */
  submitsOnEnter?: boolean;
}

/** The most suggestions at once; more are offered as they are typed. */
const most = 100;

/** An open list hides the page around its field from screen readers, where Tab leads on all the same. What has `aria-live` is left out of that. */
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
  // A chosen text is no search: with it in the field, the others are offered too.
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
