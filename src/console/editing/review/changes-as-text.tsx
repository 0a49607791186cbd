import { useState } from "react";
import { CodeDiff, type LineCount } from "#console/foundation/code-editor/code-diff.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

const linesText = ({ added, removed }: LineCount) => `${plural(added, "line")} added, ${removed} removed`;

const views = [
  { value: "changes", label: "Changes" },
  { value: "whole", label: "Full text" },
] as const;

/** The changes line by line: only those, or within the whole text. Both are there once the diff is. */
export function ChangesAsText({ before, after }: { before: string; after: string }) {
  const [view, setView] = useState<"changes" | "whole">("changes");
  const [lines, setLines] = useState<LineCount>();
  return (
    <>
      <SectionHead
        title="As text"
        note={lines && linesText(lines)}
        action={lines && <Segment label="Shown as text" value={view} onChange={setView} options={views} />}
      />
      <CodeDiff
        label="Changes as text"
        before={before}
        after={after}
        isWhole={view === "whole"}
        onCounted={setLines}
      />
    </>
  );
}
