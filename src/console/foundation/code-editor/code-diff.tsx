import { CodeBlock } from "./code-block.tsx";
import { lazyModule, useModuleNearViewport } from "./use-module-near-viewport.ts";
import { useDiffHeight } from "./use-text-height.ts";

/** Number of lines that differ between two texts. */
export interface LineCount {
  added: number;
  removed: number;
}

export interface CodeDiffProps {
  label: string;
  before: string;
  after: string;
  /** Also shows the unchanged lines. */
  isWhole?: boolean;
  /** Called once the texts are compared. */
  onCounted?: (lines: LineCount) => void;
}

const diffModule = lazyModule(() => import("./monaco-diff.tsx"));

/** The line-by-line diff of two texts; only the new text until the editor has loaded. As tall as its lines, up to a limit. */
export function CodeDiff(diff: CodeDiffProps) {
  const { box, height } = useDiffHeight(diff.before, diff.after, diff.isWhole ?? false);
  const { element, loaded } = useModuleNearViewport(diffModule);
  const plain = <CodeBlock label={diff.label}>{diff.after}</CodeBlock>;
  return (
    <div ref={element}>
      <div ref={box} style={{ height }} className="overflow-hidden rounded border border-border">
        {loaded ? <loaded.MonacoDiff {...diff} /> : plain}
      </div>
    </div>
  );
}
