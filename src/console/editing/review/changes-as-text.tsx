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

/** A diff by lines, of changed lines only or the whole text. The view switch keeps its space, invisibly, until the diff is computed. */
export function ChangesAsText({ before, after }: { before: string; after: string }) {
  const [view, setView] = useState<"changes" | "whole">("changes");
  const [lines, setLines] = useState<LineCount>();
  const look = lines ? "" : "invisible";
  return (
    <>
      <SectionHead
        title="As text"
        note={<span className={look}>{linesText(lines ?? { added: 1, removed: 1 })}</span>}
        action={
          <div className={look}>
            <Segment label="Shown as text" value={view} onChange={setView} options={views} />
          </div>
        }
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
