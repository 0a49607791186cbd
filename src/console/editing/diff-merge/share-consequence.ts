// Describes in words how a changed percentage affects the number of users.
import { percentText } from "#console/foundation/ui/wording.ts";

const most = 10;
const named: Readonly<Record<string, string>> = {
  "1.5": "One and a half times",
  "2": "Twice",
  "2.5": "Two and a half times",
  "3": "Three times",
  "4": "Four times",
  "5": "Five times",
  "10": "Ten times",
};
const parts: Readonly<Record<string, string>> = {
  "0.25": "A quarter of",
  "0.5": "Half",
  "0.75": "Three quarters of",
};

/** Both shares are percentages of the matching users; a small change is given in users out of a hundred. */
export function shareConsequence(before: number, after: number): string {
  if (before === 0) return "Users get it for the first time";
  if (after === 0) return "Nobody gets it any more";
  const times = Number((after / before).toFixed(2));
  const part = parts[times];
  if (part) return `${part} the users`;
  const words =
    named[times] ?? (times >= 2 && times <= most ? `${Number(times.toFixed(1))} times` : undefined);
  if (words) return `${words} as many users`;
  if (times > most) return `More than ${most} times as many users`;
  return after > before
    ? `${percentText(after - before)} of them come in`
    : `${percentText(before - after)} of them leave`;
}
