import { CodeBlock } from "./code-block.tsx";
import { useLoaded } from "./use-loaded.ts";
import { useNearViewport } from "./use-near-viewport.ts";

export interface CodeDiffProps {
  label: string;
  before: string;
  after: string;
  /** px */
  height?: number;
}

const loadDiff = () => import("./monaco-diff.tsx");

/** What changes in a text, line by line; the new text alone until the editor has loaded. */
export function CodeDiff({ label, before, after, height = 320 }: CodeDiffProps) {
  const { element, isNear } = useNearViewport<HTMLDivElement>();
  const loaded = useLoaded(isNear, loadDiff);
  const plain = <CodeBlock label={label}>{after}</CodeBlock>;
  return (
    <div ref={element} style={{ height }} className="overflow-hidden rounded border border-border">
      {loaded ? <loaded.MonacoDiff label={label} before={before} after={after} /> : plain}
    </div>
  );
}
