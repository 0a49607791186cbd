// A condition in the sentence: clicking its words edits it, and a button removes it.
import { X } from "lucide-react";
import { printTerm, type EventTerm } from "#contract/event-where.ts";
import { termWords } from "./term-words.ts";
import { tokenButton, tokenClass } from "./word-picker.tsx";

interface TermChipProps {
  term: EventTerm;
  onEdit: () => void;
  onRemove: () => void;
}

export function TermChip({ term, onEdit, onRemove }: TermChipProps) {
  const { field, asked } = termWords(term);
  return (
    <span className={tokenClass}>
      <button
        type="button"
        title="Change this condition"
        onClick={onEdit}
        className={`${tokenButton} -mr-1 h-full min-w-0 truncate rounded-small pl-2`}
      >
        {field ? <span className="font-regular text-text-muted">{field} </span> : null}
        {asked}
      </button>
      <button
        type="button"
        aria-label={`Remove ${printTerm(term)}`}
        onClick={onRemove}
        className={`${tokenButton} flex h-full w-7 shrink-0 items-center justify-center rounded-small text-text-muted pointer-coarse:w-9`}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
