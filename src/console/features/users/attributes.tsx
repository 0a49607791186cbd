// The attributes of a user found in events, since when, and their previous values; each can become a condition of a rule.
import { useState } from "react";
import type { UnitAttributes } from "#contract/event-answers.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatFull, formatShortDate } from "#console/foundation/ui/time-format.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { ConditionDialog } from "#console/rules/fields/condition-dialog.tsx";
import { dividedAttributes } from "./sessions.ts";

type Attribute = UnitAttributes["attributes"][number];

function sinceText({ since, changes }: Attribute) {
  const before = changes[0]?.from ?? null;
  return `${before === null ? "since" : `${before} until`} ${formatShortDate(since)}`;
}

function Rows({ attributes, label }: { attributes: readonly Attribute[]; label: string }) {
  const [chosen, setChosen] = useState<Attribute>();
  return (
    <>
      <ul aria-label={label} className="border-t border-border">
        {attributes.map((attribute) => (
          <li
            key={`${attribute.part} ${attribute.key}`}
            className="grid min-h-9 grid-cols-[112px_minmax(72px,1fr)_minmax(0,auto)] items-center gap-x-3 border-b border-border py-0.5"
          >
            <span className="truncate text-text-muted" title={attribute.key}>
              {attribute.key}
            </span>
            <span className="min-w-0">
              <button
                type="button"
                aria-label={`Make a condition of ${attribute.key} ${attribute.value}`}
                title={attribute.value}
                onClick={() => setChosen(attribute)}
                className="block min-h-6 max-w-full truncate text-left text-accent hover:underline pointer-coarse:min-h-11"
              >
                <Mono>{attribute.value}</Mono>
              </button>
            </span>
            <span
              className="relative max-w-44 truncate text-right text-12 text-text-muted"
              title={attribute.changes
                .map(({ time, from, to }) => `${formatFull(time)}: ${from ?? "none"} → ${to}`)
                .join("\n")}
            >
              {sinceText(attribute)}
              {attribute.changes.length > 2 ? (
                <span className="sr-only">, {plural(attribute.changes.length - 1, "change")} in all</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {chosen ? <ConditionDialog attribute={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}

export function Attributes({ known }: { known: UnitAttributes }) {
  const [isWhole, setWhole] = useState(false);
  const { own, others } = dividedAttributes(known);
  return (
    <section aria-labelledby="attributes" className="pb-4">
      <SectionHead id="attributes" title="Attributes seen" note={String(own.length)} />
      {own.length === 0 ? (
        <p className="text-text-muted">No event tells an attribute.</p>
      ) : (
        <Rows label="Attributes seen" attributes={own} />
      )}
      {others.length > 0 ? (
        <div className="-ml-2 pt-1">
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {plural(others.length, "other field")} of the events
          </Button>
        </div>
      ) : null}
      {isWhole ? <Rows label="Other fields of the events" attributes={others} /> : null}
    </section>
  );
}
