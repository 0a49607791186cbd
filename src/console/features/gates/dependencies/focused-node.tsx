import { X } from "lucide-react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathText, type NodePath } from "#targeting/dependencies/paths.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import {
  checksText,
  edgeText,
  stateText,
  stateTone,
} from "#console/features/gates/dependencies/model/node-text.ts";

interface FocusedNodeProps {
  node: DependencyNode;
  path: NodePath | undefined;
  onClose: () => void;
}

/** Describes the focused node in the same words as the tree; sticky, so it stays in view while the graph is. */
export function FocusedNode({ node, path, onClose }: FocusedNodeProps) {
  const checks = checksText(node);
  return (
    <div
      role="status"
      className="sticky bottom-0 z-2 mb-3 flex items-start gap-3 border-y border-border bg-surface py-2.5"
    >
      <EntityIcon kind={node.kind} className="mt-0.5 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <EntityLink node={node} className="link font-medium" />
          <Status tone={stateTone(node)}>{stateText(node)}</Status>
          {checks ? <span className="figures text-text-muted">{checks} checks an hour</span> : null}
        </p>
        <p className="break-words text-text-muted">
          {path ? `${pathText(path)}. ${edgeText(path.edge)}.` : "This gate."}
        </p>
      </div>
      <IconButton size="small" label="Leave focus" icon={X} onClick={onClose} />
    </div>
  );
}
