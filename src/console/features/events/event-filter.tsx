// The filter of the events of one name: its conditions as they are typed, and the fields whose values can be looked at.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { printField } from "#contract/event-where.ts";
import { query } from "#console/foundation/api/query.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";

interface EventFilterProps {
  name: string;
  where: string;
  /** The reason why it cannot be read. */
  problem: string | undefined;
  field: string | undefined;
  onWhere: (where: string) => void;
  onField: (field: string | undefined) => void;
}

const ownFields = ["userID", "value", "source"];

/** One line, so that fields that come later move nothing. */
function Fields({ name, field, onField }: Pick<EventFilterProps, "name" | "field" | "onField">) {
  const { data } = useQuery(query("listEventCatalogue", { name, limit: 1 }));
  const logged = data?.data[0]?.fields ?? [];
  const fields = [...logged.map((one) => printField({ part: "metadata", key: one.name })), ...ownFields];
  return (
    <div className="flex h-9 items-center gap-1 overflow-x-auto [scrollbar-width:thin] pointer-coarse:h-11">
      <span className="shrink-0 pr-1 text-12 text-text-muted">Values of</span>
      {data
        ? fields.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === field}
              onClick={() => onField(one === field ? undefined : one)}
              className={`${buttonClass("quiet", "small")} shrink-0 text-accent! aria-pressed:bg-tint`}
            >
              {one}
            </button>
          ))
        : null}
    </div>
  );
}

export function EventFilter({ name, where, problem, field, onWhere, onField }: EventFilterProps) {
  const [typed, setTyped] = useState(where);
  // A value that was clicked changes it, too.
  const [shown, setShown] = useState(where);
  if (shown !== where) {
    setShown(where);
    setTyped(where);
  }
  return (
    <div role="search" aria-label="Filter the events">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onWhere(typed.trim());
        }}
      >
        <div className="min-w-0 max-w-160 flex-1">
          <TextField
            label="Filter"
            hideLabel
            value={typed}
            onChange={setTyped}
            placeholder="Filter, as in country is DE and value >= 50"
            error={problem}
          />
        </div>
        <Button type="submit">Filter</Button>
        {where ? (
          <Button variant="quiet" onClick={() => onWhere("")}>
            Clear
          </Button>
        ) : null}
      </form>
      <Fields name={name} field={field} onField={onField} />
    </div>
  );
}
