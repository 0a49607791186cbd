import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { Mono } from "./mono.tsx";
import { Tooltip } from "./tooltip.tsx";

const confirmedFor = 1500;

function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), confirmedFor);
      },
      () => setCopied(false),
    );
  };
  return { copied, copy };
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button
      variant="quiet"
      size="small"
      icon={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}

/** An id that a click copies. */
export function CopyableId({ id }: { id: string }) {
  const { copied, copy } = useCopy(id);
  return (
    <>
      <Tooltip text="Copy">
        <button
          type="button"
          onClick={copy}
          aria-label={`Copy id ${id}`}
          className="inline-flex items-center gap-1 rounded-small text-left wrap-anywhere text-text-muted hover:text-text"
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
