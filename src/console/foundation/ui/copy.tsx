import { Check, Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { Mono } from "./mono.tsx";
import { Tooltip } from "./tooltip.tsx";
import { useCopy, type CopiedText } from "./use-copy.ts";

interface CopyButtonProps {
  text: CopiedText;
  label: string;
  /** Replaces the label once the text is copied. */
  done?: string;
  variant?: "quiet" | "outlined";
}

export function CopyButton({ text, label, done = "Copied", variant = "quiet" }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  return (
    <Button variant={variant} size="small" icon={copied ? Check : Copy} onClick={copy}>
      <span aria-live="polite">{copied ? done : label}</span>
    </Button>
  );
}

/** An id that is copied on click. */
export function CopyableId({ id }: { id: string }) {
  const { copied, copy } = useCopy(id);
  return (
    <>
      <Tooltip text="Copy">
        <button
          type="button"
          onClick={copy}
          aria-label={`Copy id ${id}`}
          className="inline-flex items-center gap-1 rounded-small text-left wrap-anywhere text-text-muted hover:text-text max-tablet:min-h-6"
        >
          <Mono>{id}</Mono>
          {copied ? <Check size={14} aria-hidden className="text-ok" /> : null}
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </>
  );
}
