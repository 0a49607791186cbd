// Explains the limits of this page's data, so that missing data is not taken for an answer.
import type { UnitAttributes } from "#contract/event-answers.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { Unit } from "./known-user.ts";

export function Unknown({ unit, known }: { unit: Unit; known: UnitAttributes | undefined }) {
  const isCut = known !== undefined && known.readEvents < known.events;
  const limits = [
    "Private attributes, and those that the service is not set to store, are used for answers and never kept.",
    "Of checks the newest 50 of each gate, config and experiment are kept, for 40 days; a library reports a check once a session.",
    "Events that were removed or never sent leave no trace here.",
    unit.type === "userID"
      ? "The same person under a device id: ids are not joined unless an event carries both."
      : `Checks and exposures have an id without its type: those of another type with the id ${unit.id} stand here too.`,
    ...(isCut
      ? [
          `Attributes are read from the newest ${formatCount(known.readEvents)} of ${formatCount(known.events)} events.`,
        ]
      : []),
  ];
  return (
    <section aria-labelledby="unknown">
      <SectionHead id="unknown" title="What this page does not know" />
      <ul className="grid list-disc gap-1.5 pl-5 text-text-muted marker:text-text-faint">
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
