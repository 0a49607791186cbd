// Texts for the catalogue of events. Pure.
import type { CatalogueFlag, CataloguedEvent, CataloguedField } from "#contract/event-catalogue.ts";
import { formatCount, orList, percentText, plural } from "#console/foundation/ui/wording.ts";

export const dayLength = 86_400_000;
/** Number of days for which the catalogue counts events. */
export const shownDays = 30;

/** The catalogue's days are in UTC. */
const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
export const formatUtcDay = (day: number) => dayFormat.format(day * dayLength);

/** Describes a possible mistake or surprise in a sentence, with the day on which it began. */
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

/** Such as "number, in 84 % of the events". */
export const fieldSentence = ({ types, share }: CataloguedField) =>
  [orList(types.map(({ type }) => type)), shareText(share)].filter(Boolean).join(", ");

/** Such as "web (1,200, 2 Mar 2026 to now)". */
const sourceText = ({ name, firstDay, lastDay, events }: CataloguedEvent["sources"][number], today: number) =>
  `${name || "no source"} (${formatCount(events)}, ${formatUtcDay(firstDay)} to ${lastDay >= today - 1 ? "now" : formatUtcDay(lastDay)})`;

/** Describes the sources of the events, most frequent first: the first few, and the number of the others. */
export function sourcesSentence(sources: CataloguedEvent["sources"], today: number, shown = 4): string {
  const texts = sources.slice(0, shown).map((source) => sourceText(source, today));
  const more = sources.length - texts.length;
  return [...texts, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}

/** Says how far a long log is counted, or that its events carry no fields; empty otherwise. */
export const countedSentence = ({ fields, counted, events }: CataloguedEvent) =>
  counted < events
    ? `Fields of ${formatCount(counted)} of its ${plural(events, "event")} are counted yet.`
    : fields.length === 0
      ? "Its events carry no fields."
      : "";

/** Counts per day for the last `length` days, newest last; 0 for a day without events. */
export function countsByDay(
  days: readonly { day: number; events: number }[],
  today: number,
  length = shownDays,
) {
  const counts = new Map(days.map(({ day, events }) => [day, events]));
  return Array.from({ length }, (_, index) => counts.get(today - length + 1 + index) ?? 0);
}
