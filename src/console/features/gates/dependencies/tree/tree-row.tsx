import { ChevronDown, ChevronRight } from "lucide-react";
import { Status } from "#console/foundation/ui/status.tsx";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import {
  checksText,
  edgeText,
  kindText,
  stateText,
  stateTone,
} from "#console/features/gates/dependencies/model/node-text.ts";
import type { TreeRow as Row } from "./branches.ts";

/** Grid columns, shared by the rows and the header above them. */
export const treeColumns =
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 @xl:grid-cols-[minmax(0,5fr)_104px_minmax(0,6fr)_72px] @4xl:grid-cols-[minmax(0,5fr)_120px_120px_minmax(0,6fr)_88px]";

const repeated = { circle: "circular dependency", elsewhere: "in full elsewhere" } as const;

/** Maximum level of indentation; deeper rows are indented no further. */
const deepest = 8;

interface TreeRowProps {
  row: Row;
  /** Whether the row is expanded; undefined if it has no children. */
  isOpen: boolean | undefined;
  isCurrent: boolean;
  onToggle: () => void;
  onFocus: () => void;
}

/** One row of the tree; the tree itself handles the keyboard. */
export function TreeRow({ row, isOpen, isCurrent, onToggle, onFocus }: TreeRowProps) {
  const { branch, level, position, siblings } = row;
  const { node, edge, repeats } = branch;
  const where = edgeText(edge);
  const checks = checksText(node);
  const indent = `calc(${Math.min(level - 1, deepest)} * var(--indent))`;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={false}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      className={`focus-inside @xl:[content-visibility:auto] @xl:[contain-intrinsic-height:auto_20px] [--indent:12px] @xl:[--indent:20px] scroll-mt-20 scroll-mb-16 items-center border-b border-border py-1.5 hover:bg-surface-hover pointer-coarse:py-2.5 ${treeColumns}`}
    >
      <span className="flex min-w-0 items-center gap-2" style={{ paddingLeft: indent }}>
        {/* Only for pointers: the tree itself handles expanding and collapsing by keyboard. */}
        <span aria-hidden onClick={onToggle} className="-mr-1 flex w-3.5 shrink-0 text-text-muted">
          {isOpen === undefined ? null : <Chevron size={14} />}
        </span>
        <EntityIcon kind={node.kind} />
        <EntityLink node={node} tabIndex={-1} className="truncate font-medium hover:underline" />
        {repeats ? (
          <span className="shrink-0 text-12 text-text-muted @max-xl:hidden">{repeated[repeats]}</span>
        ) : null}
        <span className="sr-only">, </span>
      </span>
      <span className="hidden text-text-muted @4xl:block">{kindText[node.kind]}</span>
      <span className="sr-only @4xl:hidden">{kindText[node.kind]}, </span>
      <Status tone={stateTone(node)}>{stateText(node)}</Status>
      <span className="sr-only">, </span>
      <span
        className="min-w-0 text-12 text-text-muted @max-xl:col-span-2 @xl:truncate @xl:pl-0! @xl:text-13"
        style={{ paddingLeft: `calc(${indent} + 42px)` }}
        title={where}
      >
        {where}
        {repeats ? <span className="@xl:hidden">; {repeated[repeats]}</span> : null}
      </span>
      <span className="figures text-text-muted @max-xl:hidden @xl:text-right">
        {checks}
        {checks ? <span className="sr-only"> checks an hour</span> : null}
      </span>
    </li>
  );
}
