import { partsOf } from "./highlight.ts";

const colours = {
  plain: "",
  string: "text-code-string",
  number: "text-code-number",
  comment: "text-text-muted italic",
};

/** Code to read and copy, with the numbers of its lines; scrolls in itself and can be reached by keyboard. */
export function CodeLines({
  label,
  code,
  numbered = true,
}: {
  label: string;
  code: string;
  numbered?: boolean;
}) {
  return (
    // A scrolling region must take focus, or keyboards cannot scroll it.
    <pre
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded border border-border bg-surface-sunken py-1.5 font-mono text-12 leading-5"
    >
      <code>
        {code.split("\n").map((line, index) => (
          // Lines are a fixed order without identity of their own.
          <span key={index} className="flex pr-3">
            {numbered ? (
              <span aria-hidden className="w-9 shrink-0 pr-3 text-right text-text-muted select-none">
                {index + 1}
              </span>
            ) : (
              <span aria-hidden className="w-3 shrink-0" />
            )}
            <span>
              {partsOf(line).map(({ kind, text }, part) => (
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
}
