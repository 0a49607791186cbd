import { useState } from "react";

const confirmedFor = 1500;

export type CopiedText = string | (() => string | Promise<string>);

export function useCopy(text: CopiedText) {
  const [copied, setCopied] = useState(false);
  const write = async () => navigator.clipboard.writeText(typeof text === "string" ? text : await text());
  const copy = () => {
    write().then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), confirmedFor);
      },
      () => setCopied(false),
    );
  };
  return { copied, copy };
}
