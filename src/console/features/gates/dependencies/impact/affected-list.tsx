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

/** Everything that a change affects, in the order given, with the path where it leads through other gates. */
export const AffectedList = memo(function AffectedList({ affected, label }: AffectedListProps) {
  return (
    <ul aria-label={label} className="border-t border-border">
      {affected.map((one) => (
        <li key={one.node.key} className="flex items-start gap-2 border-b border-border py-1.5">
          <EntityIcon kind={one.node.kind} className="mt-0.5 text-text-muted" />
          <span className="min-w-0 flex-1 break-words">
            <EntityLink node={one.node} className="font-medium hover:underline" />
            {one.path.length > 2 ? (
              <span className="block text-12 text-text-muted">{pathText(one)}</span>
            ) : null}
          </span>
          <Status tone={stateTone(one.node)}>{stateText(one.node)}</Status>
        </li>
      ))}
    </ul>
  );
});
