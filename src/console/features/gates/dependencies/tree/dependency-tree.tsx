import { memo, useMemo, useState, type KeyboardEvent } from "react";
import type { DependencyGraph } from "#targeting/dependencies/graph.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { branchesOf, rowsOf, type Branch } from "./branches.ts";
import { treeMove } from "./tree-keys.ts";
import { TreeRow, treeColumns } from "./tree-row.tsx";

/** Maximum size of a tree that is fully expanded at first; of larger ones only the paths to running experiments are. */
const opensAll = 60;

const holdsRunning = ({ node, children }: Branch): boolean =>
  node.consequence === "running experiment" || children.some(holdsRunning);

interface TreeProps {
  graph: DependencyGraph;
  /** Heading of the tree, such as "Used by". */
  name: string;
}

/** Shows a graph as an accessible tree with one row per node. */
export const DependencyTree = memo(function DependencyTree({ graph, name }: TreeProps) {
  const branches = useMemo(() => branchesOf(graph), [graph]);
  const isSmall = graph.nodes.size <= opensAll;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [current, setCurrent] = useState<string>();
  const isOpen = (branch: Branch) => {
    const hasMore = branch.children.length > 0;
    return hasMore && (toggled.get(branch.id) ?? (isSmall || branch.children.some(holdsRunning)));
  };
  const rows = rowsOf(branches, isOpen);
  const known = rows.some(({ branch }) => branch.id === current);
  const currentID = known ? current : rows[0]?.branch.id;

  const toggle = (ids: readonly string[], open: boolean) =>
    setToggled((before) => new Map([...before, ...ids.map((id) => [id, open] as const)]));

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = rows.findIndex(({ branch }) => branch.id === currentID);
    const move = treeMove(event.key, { rows, index, isOpen });
    if (!move) return;
    event.preventDefault();
    const elements = event.currentTarget.querySelectorAll("li");
    if (move.kind === "focus") elements[move.index]?.focus();
    else if (move.kind === "follow") elements[index]?.querySelector("a")?.click();
    else toggle(move.ids, move.kind === "open");
  };

  return (
    <div className="@container">
      <div
        aria-hidden
        className={`h-8 items-center border-b border-border text-12 font-medium text-text-muted ${treeColumns}`}
      >
        <span>
          {name} <span className="figures font-regular">{formatCount(graph.nodes.size - 1)}</span>
        </span>
        <span className="hidden @4xl:block">Kind</span>
        <span className="@max-xl:hidden">Status</span>
        <span className="@max-xl:hidden">Where</span>
        <span className="text-right @max-xl:hidden">Checks/h</span>
      </div>
      <ul role="tree" aria-label={name} onKeyDown={onKeyDown} className="[contain:content]">
        {rows.map((row) => (
          <TreeRow
            key={row.branch.id}
            row={row}
            isOpen={row.branch.children.length > 0 ? isOpen(row.branch) : undefined}
            isCurrent={row.branch.id === currentID}
            onToggle={() => toggle([row.branch.id], !isOpen(row.branch))}
            onFocus={() => setCurrent(row.branch.id)}
          />
        ))}
      </ul>
    </div>
  );
});
