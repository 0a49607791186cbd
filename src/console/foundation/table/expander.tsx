import { ChevronRight } from "lucide-react";

interface ExpanderProps {
  /** Names the content that it opens. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button in front of a row that expands in place. */
export const Expander = ({ label, isOpen, onToggle }: ExpanderProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-label={label}
    onClick={onToggle}
    className="-my-1 mr-1 inline-flex size-7 shrink-0 items-center justify-center align-middle text-text-muted hover:text-text pointer-coarse:size-11"
  >
    <ChevronRight size={16} aria-hidden className={isOpen ? "rotate-90" : ""} />
  </button>
);
