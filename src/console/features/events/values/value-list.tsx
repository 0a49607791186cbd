// The most frequent values of a field, each to be taken into the filter or out of it.
import { Equal, EqualNot, type LucideIcon } from "lucide-react";
import type { EventValues } from "#contract/event-answers.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatCount, percentText } from "#console/foundation/ui/wording.ts";
import type { ValueChoice } from "./value-terms.ts";

interface ChoiceButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
}

const ChoiceButton = ({ label, icon: Icon, onClick }: ChoiceButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="flex size-6 shrink-0 items-center justify-center rounded-small text-accent hover:bg-tint pointer-coarse:size-11"
  >
    <Icon size={14} aria-hidden />
  </button>
);

interface ValueListProps {
  values: EventValues;
  onValue: (value: string, choice: ValueChoice) => void;
}

export function ValueList({ values: { values, events, distinct }, onValue }: ValueListProps) {
  const most = values[0]?.events ?? 0;
  if (values.length === 0) return <p className="text-text-muted">No event has a value in it.</p>;
  return (
    <div>
      <table className="w-full table-fixed">
        <caption className="sr-only">Most frequent values</caption>
        <thead>
          <tr className="text-12 *:pb-1 *:font-medium *:text-text-muted">
            <th scope="col" className="text-left">
              Value
            </th>
            <th scope="col" className="num w-16">
              Events
            </th>
            <th scope="col" className="num w-16">
              Users
            </th>
            <th scope="col" className="num w-12">
              %
            </th>
            <th scope="col" className="w-14 pointer-coarse:w-24">
              <span className="sr-only">Filter</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ value, events: own, units }) => (
            <tr key={value} className="*:border-t *:border-border *:py-1">
              <th scope="row" className="text-left font-regular">
                <span className="block truncate" title={value}>
                  <Mono>{value}</Mono>
                </span>
                <span aria-hidden className="mt-0.5 block h-1 rounded-small bg-tint">
                  <span
                    className="block h-full rounded-small bg-neutral-mark"
                    style={{ width: `${(own / most) * 100}%` }}
                  />
                </span>
              </th>
              <td className="num">{formatCount(own)}</td>
              <td className="num">{formatCount(units)}</td>
              <td className="num">{((own / events) * 100).toFixed(1)}</td>
              <td>
                <span className="flex justify-end">
                  <ChoiceButton label={`Only ${value}`} icon={Equal} onClick={() => onValue(value, "is")} />
                  <ChoiceButton
                    label={`Not ${value}`}
                    icon={EqualNot}
                    onClick={() => onValue(value, "is not")}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {distinct > values.length ? (
        <p className="pt-2 text-12 text-text-muted">
          The {formatCount(values.length)} most frequent of {formatCount(distinct)} values,{" "}
          {percentText((values.reduce((sum, one) => sum + one.events, 0) / events) * 100)} of the events.
        </p>
      ) : null}
    </div>
  );
}
