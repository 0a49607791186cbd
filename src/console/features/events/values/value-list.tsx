// The most frequent values of a field, with buttons that include or exclude each in the filter.
import { Equal, EqualNot, type LucideIcon } from "lucide-react";
import type { EventValues } from "#contract/event-answers.ts";
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
    onClick={({ currentTarget }) => {
      // The new result may remove this row, so the focus moves to the panel.
      currentTarget.closest("aside")?.focus({ preventScroll: true });
      onClick();
    }}
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
            <th scope="col" className="num w-15">
              Events
            </th>
            <th scope="col" className="num w-15">
              Users
            </th>
            <th scope="col" className="num w-11">
              %
            </th>
            <th scope="col" className="w-0 pointer-coarse:w-24">
              <span className="sr-only">Filter</span>
            </th>
          </tr>
        </thead>
        {/* The key creates new rows for other values, so that they do not count as moved. */}
        <tbody key={JSON.stringify(values.map(({ value }) => value))}>
          {values.map(({ value, events: own, units }) => (
            // The bar and the buttons are on the line below the numbers; for touch the buttons are on the right.
            <tr
              key={value}
              className="relative *:border-t *:border-border *:pt-1.5 *:pb-5 pointer-coarse:*:pt-0 pointer-coarse:*:pb-2"
            >
              <th scope="row" className="text-left font-regular">
                <span className="block truncate" title={value}>
                  {value}
                </span>
                <span
                  aria-hidden
                  className="absolute right-14 bottom-2 left-0 h-1 rounded-small bg-tint pointer-coarse:right-26 pointer-coarse:bottom-1.5"
                >
                  <span
                    className="block h-full rounded-small bg-neutral-mark"
                    style={{ width: `${(own / most) * 100}%` }}
                  />
                </span>
              </th>
              <td className="num font-medium">{formatCount(own)}</td>
              <td className="num text-text-muted">{formatCount(units)}</td>
              <td className="num text-text-muted">{((own / events) * 100).toFixed(1)}</td>
              <td>
                <span className="absolute -right-1 bottom-0 flex pointer-coarse:static pointer-coarse:justify-end">
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
