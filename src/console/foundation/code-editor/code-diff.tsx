import { CodeBlock } from "./code-block.tsx";
import { useLoadedNear } from "./use-loaded-near.ts";

/** Lines that differ between two texts. */
export interface LineCount {
  added: number;
  removed: number;
}

export interface CodeDiffProps {
  label: string;
  before: string;
  after: string;
  /** px */
  height?: number;
  /** Also shows the lines that stay as they are. */
  isWhole?: boolean;
  /** Called once the texts are compared. */
  onCounted?: (lines: LineCount) => void;
}

const loadDiff = () => import("./monaco-diff.tsx");

/** The difference of two texts, line by line; the new text alone until the editor has loaded. */
export function CodeDiff({ height = 320, ...diff }: CodeDiffProps) {
  const { element, loaded } = useLoadedNear(loadDiff);
  const plain = <CodeBlock label={diff.label}>{diff.after}</CodeBlock>;
  return (
    <div ref={element} style={{ height }} className="overflow-hidden rounded border border-border">
      {loaded ? <loaded.MonacoDiff {...diff} /> : plain}
    </div>
  );
}
