import { partsOf, type Language } from "./highlight.ts";

const colours = {
  plain: "",
  string: "text-code-string",
  number: "text-code-number",
  comment: "text-text-muted italic",
};

interface CodeLinesProps {
  label: string;
  code: string;
  language?: Language;
  numbered?: boolean;
  /** Id of the box, as a link target. */
  id?: string;
  /** Line numbers to highlight. */
  marked?: readonly number[];
}

const none: readonly number[] = [];

/** Code to read and copy, with line numbers; it scrolls on its own and can be focused. */
export const CodeLines = ({
  label,
  code,
  language = "code",
  numbered = true,
  id,
  marked = none,
}: CodeLinesProps) => (
  // A scrolling region must be focusable, or it cannot be scrolled by keyboard.
  <pre
    id={id}
    tabIndex={0}
    aria-label={label}
    className="overflow-x-auto rounded border border-border bg-surface-sunken py-1.5 font-mono text-12 leading-5"
  >
    <code className="block w-max min-w-full">
      {code.split("\n").map((line, index) => (
        // The index is a valid key, because lines keep their order and have no identity of their own.
        <span
          key={index}
          data-marked={marked.includes(index + 1) || undefined}
          className="flex pr-3 data-marked:bg-danger-tint"
        >
          {numbered ? (
            <span aria-hidden className="w-9 shrink-0 pr-3 text-right text-text-muted select-none">
              {index + 1}
            </span>
          ) : (
            <span aria-hidden className="w-3 shrink-0" />
          )}
          <span>
            {partsOf(line, language).map(({ kind, text }, part) => (
              <span key={part} className={colours[kind]}>
                {text}
              </span>
            ))}
            {"\n"}
          </span>
        </span>
      ))}
    </code>
  </pre>
);
