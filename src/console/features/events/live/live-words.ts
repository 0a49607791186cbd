// Describes the state of a live view and its gaps. Pure.
import { spanText } from "#console/foundation/ui/instant-format.ts";
import { formatCount, percentText, plural } from "#console/foundation/ui/wording.ts";
import { type GapRow, type LiveLog, rateOf } from "./live-log.ts";

export const stateText = ({ status, isPaused }: LiveLog): string => {
  if (status === "connecting") return "Connecting";
  if (status === "lost") return "Connection lost, connecting again";
  if (status === "idle") return "Stopped, since nobody looked";
  return isPaused ? "Paused" : "Live";
};

/** Such as "about 1,240 events". */
const eventsText = (count: number, isEstimated: boolean) =>
  `${isEstimated ? "about " : ""}${plural(count, "event")}`;

/** The number of events, the events per second, and the share that is shown as rows. */
export function countText(log: LiveLog): string {
  const { perSecond, share } = rateOf(log);
  const rate = perSecond >= 10 ? formatCount(Math.round(perSecond)) : String(Number(perSecond.toFixed(1)));
  const counted = eventsText(log.matched, log.isEstimated);
  if (log.matched === 0) return "No event yet.";
  return share < 0.995
    ? `${counted}, ${rate} a second: ${percentText(Math.max(0.1, Math.round(share * 1000) / 10))} of them are shown`
    : `${counted}, ${rate} a second`;
}

export const pausedEventsText = ({ heldEvents, isEstimated }: LiveLog) =>
  heldEvents === 0 ? "Nothing came since." : `${eventsText(heldEvents, isEstimated)} came since.`;

/** Such as "Connection lost for 12 s: 37 events came meanwhile and stand above." */
export function gapText({ cause, from, filled }: GapRow): string {
  const told = (time: string) =>
    cause === "lost" ? `Connection lost${time}` : `Stopped${time}, since nobody looked`;
  if (!filled) return `${told("")}. What comes meanwhile is read afterwards.`;
  const { to, matched, shown } = filled;
  const span = told(` for ${spanText(to - from)}`);
  if (matched === 0) return `${span}: no event came meanwhile.`;
  return shown < matched
    ? `${span}: ${plural(matched, "event")} came meanwhile, of which the newest ${formatCount(shown)} stand above.`
    : `${span}: ${plural(matched, "event")} came meanwhile, and ${matched === 1 ? "stands" : "stand"} above.`;
}
