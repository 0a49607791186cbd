// The catalogue of events in words. Pure.
import type { CatalogueFlag, CataloguedEvent, CataloguedField } from "#contract/event-catalogue.ts";
import { formatCount, orList, percentText, plural } from "#console/foundation/ui/wording.ts";

export const dayLength = 86_400_000;
/** Those that the catalogue counts by day. */
export const shownDays = 30;

/** Days of the catalogue are those of UTC. */
const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
export const formatUtcDay = (day: number) => dayFormat.format(day * dayLength);

/** A possible mistake or surprise as a sentence, with the day on which it began. */
export function flagSentence(
  { kind, day, field, types = [], names = [] }: CatalogueFlag,
  name: string,
): string {
  const since = formatUtcDay(day);
  const others = (own: string) => orList(names.filter((other) => other !== own));
  switch (kind) {
    case "new":
      return `New since ${since}`;
    case "vanished":
      return `Not logged since ${since}`;
    case "type_changed":
      return `${field} is ${types.at(-1)} since ${since}, before that ${types[0]}`;
    case "similar_name":
      return field
        ? `${field} is also written ${others(field)} since ${since}`
        : `Also written ${others(name)} since ${since}`;
    default:
      return `${field} has a dot in its name since ${since}`;
  }
}

const shareText = (share: number) =>
  share >= 1
    ? "in every event"
    : share < 0.001
      ? `in under ${percentText(0.1)} of the events`
      : `in ${percentText(Number((share * 100).toFixed(1)))} of the events`;

/** "number, in 84 % of the events" */
export const fieldSentence = ({ types, share }: CataloguedField) =>
  [orList(types.map(({ type }) => type)), shareText(share)].filter(Boolean).join(", ");

/** "web since 2 Mar 2026, ios 2 Mar to 9 Nov 2026" */
const sourceText = ({ name, firstDay, lastDay, events }: CataloguedEvent["sources"][number], today: number) =>
  `${name || "no source"} (${formatCount(events)}, ${formatUtcDay(firstDay)} to ${lastDay >= today - 1 ? "now" : formatUtcDay(lastDay)})`;

/** Where the events come from, the most frequent first; a few of them and how many more there are. */
export function sourcesSentence(sources: CataloguedEvent["sources"], today: number, shown = 4): string {
  const texts = sources.slice(0, shown).map((source) => sourceText(source, today));
  const more = sources.length - texts.length;
  return [...texts, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}

/** "12 fields" or how far a long log is counted. */
export const countedSentence = ({ fields, counted, events }: CataloguedEvent) =>
  counted < events
    ? `Fields of ${formatCount(counted)} of its ${plural(events, "event")} are counted yet.`
    : fields.length === 0
      ? "Its events carry no fields."
      : "";

/** The counts of the last `length` days, the newest last; a day without events has 0. */
export function countsByDay(
  days: readonly { day: number; events: number }[],
  today: number,
  length = shownDays,
) {
  const counts = new Map(days.map(({ day, events }) => [day, events]));
  return Array.from({ length }, (_, index) => counts.get(today - length + 1 + index) ?? 0);
}
