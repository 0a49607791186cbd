// The decision card of a running experiment: ship, wait or stop.
import type { Choice } from "#console/features/experiments/results/model/choices.ts";
import { DecideLink } from "./decide-link.tsx";
import { SentenceText } from "./sentence.tsx";

export const Choices = ({ choices }: { choices: readonly Choice[] }) => (
  <section aria-label="Ship, wait or stop?">
    <h3 className="mb-1 flex flex-wrap items-center gap-x-4 font-strong">
      Ship, wait or stop?
      <DecideLink />
    </h3>
    <dl className="grid gap-1">
      {choices.map(({ name, parts, isSuggested }) => (
        <div
          key={name}
          className={`grid grid-cols-[48px_minmax(0,1fr)] ${isSuggested ? "" : "text-text-muted"}`}
        >
          <dt className={isSuggested ? "font-strong" : ""}>{name}</dt>
          <dd className="text-pretty first-letter:uppercase">
            {isSuggested ? <b className="font-strong">Suggested. </b> : null}
            <SentenceText parts={parts} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
