import { X } from "lucide-react";
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { checksText, stateText, stateTone } from "#console/features/gates/dependencies/model/node-text.ts";
import type { NodeDescription } from "#console/features/gates/dependencies/model/node-description.ts";

interface FocusedNodeProps {
  node: DependencyNode;
  way: NodeDescription | undefined;
  onClose: () => void;
}

/** What the tree says of one thing, in view as long as the graph is. */
export function FocusedNode({ node, way, onClose }: FocusedNodeProps) {
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
          {way ? (
            <>
              {way.message}. {way.where}.
            </>
          ) : (
            "This gate."
          )}
        </p>
      </div>
      <IconButton size="small" label="Leave focus" icon={<X size={16} />} onClick={onClose} />
    </div>
  );
}
