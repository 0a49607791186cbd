// The answer of a gate to the user of an event, with the attributes in the event, by the same evaluation as for apps.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronDown, ToggleRight } from "lucide-react";
import { useState } from "react";
import type { EventRecord, EventUser } from "#contract/event.ts";
import type { Gate } from "#contract/gate.ts";
import { prepareGate } from "#targeting/evaluate/evaluate.ts";
import { readPlaces, userOfEvents } from "#targeting/evaluate/event-user.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { andList, uncapitalise } from "#console/foundation/ui/wording.ts";
import { unmatchedAttributes } from "#console/rules/evaluate-user/never-seen.ts";
import { RuleTraces } from "#console/rules/evaluate-user/rule-traces.tsx";
import { useUserWithDerivedAttributes } from "#console/rules/evaluate-user/use-user-with-derived-attributes.ts";
import { GateChoice } from "#console/rules/fields/gate-choice.tsx";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";

const words = { pass: "Passes", fail: "Does not pass", unknown: "Cannot say" } as const;
const tones = { pass: "text-text", fail: "text-text-muted", unknown: "text-warning" } as const;

const userOf = ({ userID, timestamp, customIDs, metadata }: EventRecord): EventUser => ({
  userID: userID ?? "",
  timestamp,
  metadata: { ...metadata, ...customIDs },
});

function Answer({ gate, event }: { gate: Gate; event: EventRecord }) {
  const [isOpen, setOpen] = useState(false);
  const gates = useReferencedGates(gate.rules, gate.id);
  const reported = useUserWithDerivedAttributes(userOf(event));
  if (gates.error)
    return (
      <FailureNotice error={gates.error} title="The gates behind it could not be read" retry={gates.retry} />
    );
  if (!gates.isComplete) return <span className="basis-full text-text-muted">Asking …</span>;
  const places = readPlaces([gate, ...gates.byID.values()]);
  const user = userOfEvents(reported, places, Number(event.timestamp));
  const { outcome, reason, rules } = prepareGate(gate, gates.byID).explain(user);
  const unseen = unmatchedAttributes(rules);
  return (
    <>
      <div className="flex basis-full items-center gap-x-2">
        <span className="min-w-0 text-pretty">
          <b className={`font-medium ${tones[outcome]}`}>{words[outcome]}</b>: {uncapitalise(reason)}
          {unseen.length > 0 ? (
            <>
              . The event does not tell: <b className="font-medium text-warning">{andList(unseen)}</b>
            </>
          ) : null}
        </span>
        <span className="-my-1">
          <Expander label={`Why ${gate.name} says so`} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </span>
      </div>
      {isOpen ? (
        <div className="basis-full">
          {rules.length > 0 ? (
            <RuleTraces traces={rules} nameOf={gates.nameOf} />
          ) : (
            <p className="text-text-muted">No rule is asked.</p>
          )}
        </div>
      ) : null}
    </>
  );
}

interface GateResultForEventProps {
  event: EventRecord;
  /** Id of the gate. */
  gate: string | undefined;
  onGate: (id: string) => void;
}

export function GateResultForEvent({ event, gate: id, onGate }: GateResultForEventProps) {
  const { company = "-" } = useParams({ strict: false });
  const [isChoosing, setChoosing] = useState(false);
  const { data, error, refetch } = useQuery({
    ...query("readGate", { id: id ?? "" }),
    enabled: id !== undefined,
  });
  const gate = id === undefined ? undefined : data?.data;
  const { userID } = event;
  return (
    <section
      aria-label="What would a gate say"
      className="flex min-h-22 flex-wrap content-start items-center gap-x-2 gap-y-1 border-t border-border pt-2"
    >
      <span className="text-text-muted">What would</span>
      <Button size="small" icon={ToggleRight} onClick={() => setChoosing(true)}>
        {gate?.name ?? id ?? "a gate"}
        <ChevronDown size={14} aria-hidden />
      </Button>
      <span className="text-text-muted">say?</span>
      {userID ? (
        <Link
          to="/$company/users/$id"
          params={{ company, id: userID }}
          search={{ at: Number(event.timestamp) }}
          className="link ml-auto"
        >
          Every answer
        </Link>
      ) : null}
      {gate ? (
        <Answer key={gate.id} gate={gate} event={event} />
      ) : error && isNotFound(error) ? (
        <span className="text-text-muted">This gate does not exist any more.</span>
      ) : error ? (
        <FailureNotice error={error} title="The gate could not be read" retry={() => void refetch()} />
      ) : null}
      {isChoosing ? (
        <Dialog
          onClose={() => setChoosing(false)}
          title="Which gate?"
          description="It is asked for the user of this event, with the attributes that the event tells."
        >
          <GateChoice
            onChoose={(chosen) => {
              setChoosing(false);
              onGate(chosen.id);
            }}
          />
        </Dialog>
      ) : null}
    </section>
  );
}
