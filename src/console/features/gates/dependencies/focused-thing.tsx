import { X } from "lucide-react";
import type { Thing } from "#targeting/dependencies/thing.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { ThingIcon } from "#console/features/gates/dependencies/model/thing-icon.tsx";
import { ThingLink } from "#console/features/gates/dependencies/model/thing-link.tsx";
import { checksText, stateText, stateTone } from "#console/features/gates/dependencies/model/thing-words.ts";
import type { Way } from "#console/features/gates/dependencies/model/way-words.ts";

interface FocusedThingProps {
  thing: Thing;
  way: Way | undefined;
  onClose: () => void;
}

/** What the tree says of one thing, in view as long as the graph is. */
export function FocusedThing({ thing, way, onClose }: FocusedThingProps) {
  const checks = checksText(thing);
  return (
    <div
      role="status"
      className="sticky bottom-0 z-2 mb-3 flex items-start gap-3 border-y border-border bg-surface py-2.5"
    >
      <ThingIcon kind={thing.kind} className="mt-0.5 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <ThingLink thing={thing} className="link font-medium" />
          <Status tone={stateTone(thing)}>{stateText(thing)}</Status>
          {checks ? <span className="figures text-text-muted">{checks} checks an hour</span> : null}
        </p>
        <p className="break-words text-text-muted">
          {way ? (
            <>
              {way.words}. {way.where}.
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
