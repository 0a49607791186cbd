import { lazy, Suspense } from "react";
import { CodeBlock } from "./code-block.tsx";
import { useNearViewport } from "./use-near-viewport.ts";

export interface CodeDiffProps {
  label: string;
  before: string;
  after: string;
  /** px */
  height?: number;
}

const MonacoDiff = lazy(() => import("./monaco-diff.tsx").then((module) => ({ default: module.MonacoDiff })));

/** What changes in a text, line by line; the new text alone until the editor has loaded. */
export function CodeDiff({ label, before, after, height = 320 }: CodeDiffProps) {
  const { element, isNear } = useNearViewport<HTMLDivElement>();
  const plain = <CodeBlock label={label}>{after}</CodeBlock>;
  return (
    <div ref={element} style={{ height }} className="overflow-hidden rounded border border-border">
      {isNear ? (
        <Suspense fallback={plain}>
          <MonacoDiff label={label} before={before} after={after} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}
