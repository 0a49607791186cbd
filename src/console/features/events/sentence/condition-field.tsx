// The field in which conditions are typed or pasted, with completion of fields and values.
import { useQuery } from "@tanstack/react-query";
import { useMemo, type Ref } from "react";
import { printValue } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { SuggestField, type Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { filterOf, readWhere, type Question } from "./question.ts";

/** Matches the field and the start of the value in the last condition being typed. */
const typedValue = /^(?:(.*)\sand\s)?\s*(.+?)\s+(is not|is)\s+([^,]*)$/is;

/** Suggests fields in filter syntax, then the values of the field being typed. */
function useSuggestions(text: string, search: Question, words: readonly string[]): readonly Suggestion[] {
  const [, , field = "", condition = "", begun = ""] = typedValue.exec(text) ?? [];
  const before = field === "" ? "" : text.slice(0, text.length - begun.length);
  const isField = field !== "" && "terms" in readWhere(`${field} exists`);
  const values = useQuery({
    ...queryPage("readEventFieldValues", { ...filterOf(search), field, limit: 50 }),
    enabled: isField,
  }).data?.data.values;
  const fields = useMemo(() => words.map((name) => ({ value: `${name} is ` })), [words]);
  if (isField && condition)
    return (values ?? []).map(({ value, events: count }) => ({
      value: before + printValue(value),
      note: formatCount(count),
    }));
  return fields;
}

interface ConditionFieldProps {
  ref: Ref<HTMLFormElement>;
  text: string;
  /** Text of the condition being edited; empty for a new one. */
  changed: string;
  error: string | undefined;
  search: Question;
  words: readonly string[];
  /** Values are not suggested, since they would need a query to the warehouse. */
  isInWarehouse: boolean;
  onText: (text: string) => void;
  onAdd: () => void;
  onClose: () => void;
}

export function ConditionField({
  ref,
  text,
  changed,
  error,
  search,
  words,
  isInWarehouse,
  onText,
  onAdd,
  onClose,
}: ConditionFieldProps) {
  const suggestions = useSuggestions(isInWarehouse ? "" : text, search, words);
  return (
    <form
      ref={ref}
      role="search"
      aria-label={changed ? `Change ${changed}` : "Add a condition"}
      className="flex max-w-160 items-start gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() || changed) onAdd();
        else onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && text === changed) onClose();
      }}
    >
      <div className="min-w-0 flex-1">
        <SuggestField
          label="Condition"
          hideLabel
          placeholder="country is DE, SE and value >= 50"
          value={text}
          onChange={onText}
          suggestions={suggestions}
          submitsOnEnter
          error={error}
        />
      </div>
      <Button type="submit">{changed ? "Change" : "Add"}</Button>
    </form>
  );
}
