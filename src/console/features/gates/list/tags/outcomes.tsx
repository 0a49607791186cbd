import { tagsAfter, type Outcome, type TagChange } from "./change-tags.ts";
import { plural } from "#console/foundation/ui/wording.ts";

const textOf = (tags: readonly string[] | null | undefined) => (tags?.length ? tags.join(", ") : "none");

interface OutcomesProps {
  outcomes: readonly Outcome[];
  /** The changes were saved, not only checked. */
  isSaved: boolean;
  change: TagChange;
}

const shown = 100;

function List({
  outcomes,
  label,
  line,
}: {
  outcomes: readonly Outcome[];
  label: string;
  line: (outcome: Outcome) => string;
}) {
  if (outcomes.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{label}</h3>
      <ul className="max-h-56 overflow-auto">
        {outcomes.slice(0, shown).map((outcome) => (
          <li key={outcome.gate.id} className="py-0.5 break-words">
            {outcome.gate.name}: <span className="text-text-muted">{line(outcome)}</span>
          </li>
        ))}
      </ul>
      {outcomes.length > shown ? (
        <p className="text-12 text-text-muted">And {outcomes.length - shown} more.</p>
      ) : null}
    </section>
  );
}

/** Lists for each gate whether the change is (or would be) saved, or why it was refused. */
export function Outcomes({ outcomes, isSaved, change }: OutcomesProps) {
  const of = (result: Outcome["result"]) => outcomes.filter((outcome) => outcome.result === result);
  const [done, failed, unchanged] = [of("done"), of("failed"), of("unchanged")];
  return (
    <div role="status" className="grid gap-3">
      <List
        outcomes={failed}
        label={isSaved ? `Not saved: ${failed.length}` : `Would be refused: ${failed.length}`}
        line={({ message = "" }) => message}
      />
      <List
        outcomes={done}
        label={isSaved ? `Saved: ${done.length}` : `Would be saved: ${done.length}`}
        line={({ gate }) => `${textOf(gate.tags)} → ${textOf(tagsAfter(gate, change))}`}
      />
      {unchanged.length > 0 ? (
        <p className="text-text-muted">
          {plural(unchanged.length, "gate has", "gates have")} these tags already and stay as they are.
        </p>
      ) : null}
    </div>
  );
}
