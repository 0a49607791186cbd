// Texts for the catalogue of events. Pure.
import type { EventValues } from "#contract/event-answers.ts";
import type { CatalogueFlag, CataloguedEvent, CataloguedField } from "#contract/event-catalogue.ts";
import { printField } from "#contract/event-where.ts";
import { plainName } from "#targeting/evaluate/event-user.ts";
import { andList, formatCount, orList, percentText, plural } from "#console/foundation/ui/wording.ts";

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

type EventTimes = Pick<CataloguedEvent, "firstTime" | "lastTime">;
export type CataloguedSource = CataloguedEvent["sources"][number];

function shareText(share: number): string {
  if (share >= 1) return "in every event";
  if (share < 0.001) return `in under ${percentText(0.1)} of the events`;
  // Rounded, it would be 100 %.
  if (share >= 0.9995) return `in over ${percentText(99.9)} of the events`;
  return `in ${percentText(Number((share * 100).toFixed(1)))} of the events`;
}

/** The days of a field, if it began after the event or ended before it. */
function fieldDays({ types }: CataloguedField, { firstTime, lastTime }: EventTimes): string {
  const firstDay = Math.min(...types.map((type) => type.firstDay));
  const lastDay = Math.max(...types.map((type) => type.lastDay));
  const since = firstDay > Math.floor(firstTime / dayLength) ? `since ${formatUtcDay(firstDay)}` : "";
  const until = lastDay < Math.floor(lastTime / dayLength) ? `until ${formatUtcDay(lastDay)}` : "";
  return [since, until].filter(Boolean).join(" ");
}

/** Such as "number, in 84 % of the events, since 2 Mar 2026"; the days are left out without the times of the event. */
export const fieldSentence = (field: CataloguedField, event?: EventTimes) =>
  [orList(field.types.map(({ type }) => type)), shareText(field.share), event ? fieldDays(field, event) : ""]
    .filter(Boolean)
    .join(", ");

/** Such as "1,200 events, 2 Mar 2026 to now". */
export const sourceSentence = ({ firstDay, lastDay, events }: CataloguedSource, today: number) =>
  `${plural(events, "event")}, ${formatUtcDay(firstDay)} to ${lastDay >= today - 1 ? "now" : formatUtcDay(lastDay)}`;

const versionName = /^(app|build|release|client|sdk)?version$/;

/** Returns the field that tells the version of the app, in the syntax of conditions: one of the event, or else of the user. */
export function versionField(fields: readonly CataloguedField[]): string {
  const found = fields.find(({ name }) => versionName.test(plainName(name)));
  return printField(found ? { part: "metadata", key: found.name } : { part: "user", key: "appVersion" });
}

/** Such as "5.2.1, 5.2.0 and 3 more"; the most frequent versions come first. */
export function versionsText({ values, distinct }: Pick<EventValues, "values" | "distinct">): string {
  const more = distinct - values.length;
  const texts = [...values.map(({ value }) => value), ...(more > 0 ? [`${formatCount(more)} more`] : [])];
  return texts.length > 0 ? `Versions ${andList(texts)}` : "";
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
