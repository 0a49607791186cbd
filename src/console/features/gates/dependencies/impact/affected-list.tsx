import { memo } from "react";
import { pathText, type NodePath } from "#targeting/dependencies/paths.ts";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { stateText, stateTone } from "#console/features/gates/dependencies/model/node-text.ts";
import { Status } from "#console/foundation/ui/status.tsx";

interface AffectedListProps {
  affected: readonly NodePath[];
  label: string;
}

/** Everything that a change reaches, in the order given; ways are told where they lead through others. */
export const AffectedList = memo(function AffectedList({ affected, label }: AffectedListProps) {
  return (
    <ul aria-label={label} className="border-t border-border">
      {affected.map(({ node, path }) => (
        <li key={node.key} className="flex items-start gap-2 border-b border-border py-1.5">
          <EntityIcon kind={node.kind} className="mt-0.5 text-text-muted" />
          <span className="min-w-0 flex-1 break-words">
            <EntityLink node={node} className="font-medium hover:underline" />
            {path.length > 2 ? <span className="block text-12 text-text-muted">{pathText(path)}</span> : null}
          </span>
          <Status tone={stateTone(node)}>{stateText(node)}</Status>
        </li>
      ))}
    </ul>
  );
});
