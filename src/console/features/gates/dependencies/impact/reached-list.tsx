import { memo } from "react";
import { pathWords, type Reached } from "#targeting/dependencies/reached.ts";
import { ThingIcon } from "#console/features/gates/dependencies/model/thing-icon.tsx";
import { ThingLink } from "#console/features/gates/dependencies/model/thing-link.tsx";
import { stateText, stateTone } from "#console/features/gates/dependencies/model/thing-words.ts";
import { Status } from "#console/foundation/ui/status.tsx";

interface ReachedListProps {
  reached: readonly Reached[];
  label: string;
}

/** Everything that a change reaches, in the order given; ways are told where they lead through others. */
export const ReachedList = memo(function ReachedList({ reached, label }: ReachedListProps) {
  return (
    <ul aria-label={label} className="border-t border-border">
      {reached.map(({ thing, path }) => (
        <li key={thing.key} className="flex items-start gap-2 border-b border-border py-1.5">
          <ThingIcon kind={thing.kind} className="mt-0.5 text-text-muted" />
          <span className="min-w-0 flex-1 break-words">
            <ThingLink thing={thing} className="font-medium hover:underline" />
            {path.length > 2 ? (
              <span className="block text-12 text-text-muted">{pathWords(path)}</span>
            ) : null}
          </span>
          <Status tone={stateTone(thing)}>{stateText(thing)}</Status>
        </li>
      ))}
    </ul>
  );
});
