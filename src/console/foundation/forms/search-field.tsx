import { Search } from "lucide-react";
import { useId, useState } from "react";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  // The address is updated a moment later: if the field waited for it, the caret would jump to the end after each letter.
  const [typed, setTyped] = useState<string>();
  return (
    <span className="relative block w-70 max-w-full max-tablet:w-full">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden size={16} className="absolute inset-y-0 left-2.5 my-auto text-text-muted" />
      <input
        id={id}
        type="search"
        value={typed ?? value}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.target.value);
          setTyped(event.target.value);
        }}
        onBlur={() => setTyped(undefined)}
        className="block h-control w-full typed-into rounded border bg-surface pr-2 pl-8 text-ellipsis placeholder:text-text-muted"
      />
    </span>
  );
}
