// The other fields of the current events, each with its type and how many events have it; a click shows its values.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseField } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { fieldSentence } from "#console/features/events/catalogue/catalogue-words.ts";

/** Number of fields shown at first; a button shows the rest. */
const shown = 5;

interface OtherFieldsProps {
  /** Name of the events, if they have a common one: the catalogue lists fields by event name. */
  name: string | undefined;
  fields: readonly string[];
  onField: (field: string) => void;
}

export function OtherFields({ name = "", fields, onField }: OtherFieldsProps) {
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({ ...queryPage("listEventCatalogue", { name }), enabled: name !== "" });
  const known = new Map(data?.data[0]?.fields.map((field) => [field.name, fieldSentence(field)]));
  const textOf = (field: string) => {
    const parsed = parseField(field);
    return parsed.part === "metadata" ? known.get(parsed.key) : undefined;
  };
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="other-fields" className="border-t border-border pt-3">
      <div className="flex min-h-8 items-center justify-between">
        <h3 id="other-fields" className="font-strong">
          Other fields
        </h3>
        {fields.length > shown ? (
          <Button
            size="small"
            variant="quiet"
            className="-mr-2"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? "Fewer" : `All ${fields.length}`}
          </Button>
        ) : null}
      </div>
      <ul>
        {fields.slice(0, isWhole ? undefined : shown).map((field) => (
          <li key={field} className="flex min-h-7 items-center gap-3 pointer-coarse:min-h-11">
            <button
              type="button"
              onClick={({ currentTarget }) => {
                // The clicked button disappears when its field becomes that of the panel, so the focus moves to the panel.
                currentTarget.closest("aside")?.focus({ preventScroll: true });
                onField(field);
              }}
              className="link min-w-0 truncate py-1 text-left pointer-coarse:py-3"
            >
              {field}
            </button>
            <span className="ml-auto truncate text-12 text-text-muted">{textOf(field)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
