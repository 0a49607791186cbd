import type { ReactNode } from "react";
import type { Conflict } from "#console/editing/diff-merge/merge-fields.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { conflictsText } from "./draft-words.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";

type ShownConflict = Omit<Conflict<never>, "takeTheirs">;

interface MergeNoticeProps {
  who: string;
  version: number | null;
  taken: readonly string[];
  conflicts: readonly ShownConflict[];
  /** After the merge, the draft no longer differs from the stored version. */
  isUsedUp: boolean;
  onDecide: (key: string, whose: "mine" | "theirs") => void;
}

function titleOf(conflicts: number, newer: string, isUsedUp: boolean): string {
  if (conflicts > 0)
    return `${conflictsText(conflicts)} before the review: you both changed the same thing${conflicts > 1 ? "s" : ""}`;
  return isUsedUp
    ? `Merged with ${newer}: your draft has no changes of its own any more`
    : `Merged: your draft is now based on ${newer}`;
}

interface SideProps {
  whose: string;
  text: string;
  children?: ReactNode;
}

const Side = ({ whose, text, children }: SideProps) => (
  <div className="min-w-0">
    <p className="text-12 text-text-muted">{whose}</p>
    <p className="font-mono text-12 break-words whitespace-pre-wrap">{text || "empty"}</p>
    <div className="pt-1">{children}</div>
  </div>
);

/** Lists the changes that were merged from a colleague's save, and asks about each conflict. */
export function MergeNotice(props: MergeNoticeProps) {
  const { who, version, taken, conflicts, onDecide } = props;
  const newer = version === null ? "the newer version" : `version ${version}`;
  return (
    <Notice
      tone={conflicts.length > 0 ? "warning" : "info"}
      title={titleOf(conflicts.length, newer, props.isUsedUp)}
    >
      {taken.length > 0 ? (
        <p>
          {conflicts.length > 0 ? `Will be merged from ${who} with your answers` : `Merged from ${who}`}:{" "}
          {taken.join("; ")}.
        </p>
      ) : null}
      <ul className="mt-2 grid gap-3 empty:hidden">
        {conflicts.map(({ key, where, base, mine, theirs }) => (
          <li key={key} className="border-t border-warning-line pt-2">
            <p className="font-medium">{where}</p>
            <div className="mt-1 grid gap-2 tablet:grid-cols-3">
              <Side whose="Started from" text={base} />
              <Side whose={`Stored now, by ${who}`} text={theirs}>
                <Button size="small" onClick={() => onDecide(key, "theirs")}>
                  Take theirs
                </Button>
              </Side>
              <Side whose="Yours" text={mine}>
                <Button size="small" onClick={() => onDecide(key, "mine")}>
                  Keep mine
                </Button>
              </Side>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
