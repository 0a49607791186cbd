import { expect, test } from "vitest";
import { emptyLog, liveLog, mostRows, rateOf, type LiveAction, type LiveLog } from "./live-log.ts";
import { countText, gapText, pausedEventsText, stateText } from "./live-words.ts";
import { messageReader } from "./read-messages.ts";

const event = (number: number) => ({ timestamp: String(number), name: "visit", number });
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);
let position = 0;
const message = (time: number, count: number, matched = count): LiveAction => {
  const events = numbers(position, count).map(event);
  position += matched;
  return {
    type: "message",
    kind: "events",
    message: { time, position, matched, isEstimated: false, events },
  };
};
const missed = (time: number, count: number, matched = count): LiveAction =>
  ({
    ...message(time, count, matched),
    kind: "missed",
  }) as LiveAction;
const after = (actions: readonly LiveAction[], log: LiveLog = emptyLog) => actions.reduce(liveLog, log);
const names = (log: LiveLog) => log.rows.map((row) => (row.kind === "gap" ? "gap" : row.event.number));

test("the newest events stand on top, and the log stays as small as it is however long it runs", () => {
  position = 0;
  const log = after([missed(0, 0), ...numbers(1, 200).map((second) => message(second * 1000, 50, 250))]);
  expect(log.rows).toHaveLength(mostRows);
  expect(names(log).slice(0, 3)).toEqual([49_799, 49_798, 49_797]);
  expect(log.recent.length).toBeLessThan(12);
  expect(rateOf(log).share).toBe(0.2);
  expect(countText(log)).toMatch(/^50,000 events, \d+ a second: 20\u00a0% of them are shown$/);
});

test("while it is paused nothing moves and everything is counted", () => {
  position = 0;
  const log = after([message(0, 2), { type: "pause" }, message(1000, 2), message(2000, 3, 900)]);
  expect([names(log), pausedEventsText(log), stateText(log)]).toEqual([
    [1, 0],
    "902 events came since.",
    "Paused",
  ]);
  const goingOn = after([{ type: "continue" }, message(3000, 1)], log);
  expect(names(goingOn)).toEqual([904, 6, 5, 4, 3, 2, 1, 0].map((one) => (one > 6 ? 904 : one)));
  expect(goingOn.matched).toBe(905);
});

test("a lost connection leaves a gap, and what was missed stands above it", () => {
  position = 0;
  const lost: LiveAction = { type: "gap", cause: "lost", now: 5000 };
  const log = after([message(1000, 1), lost, lost]);
  expect(names(log)).toEqual(["gap", 0]);
  const [gap] = log.rows;
  if (gap?.kind !== "gap") throw new Error("There is no gap");
  expect(gapText(gap)).toBe("Connection lost. What comes meanwhile is read afterwards.");
  const found = after([missed(13_000, 2, 40)], log);
  expect(names(found)).toEqual([2, 1, "gap", 0]);
  const filled = found.rows[2];
  if (filled?.kind !== "gap") throw new Error("There is no gap");
  expect(gapText(filled)).toBe(
    "Connection lost for 12 s: 40 events came meanwhile, of which the newest 2 stand above.",
  );
  expect(gapText({ ...filled, cause: "idle" })).toMatch(/^Stopped for 12 s, since nobody looked: 40 events/);
  // A stream that was never live gets no gap.
  expect(after([lost]).rows).toEqual([]);
});

test("messages are read wherever their pieces are cut", () => {
  const text = 'event: events\nid: 7\ndata: {"a":1}\n\n: nothing\n\nevent: end\r\ndata: {}\r\n\r\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const read = messageReader();
    expect([...read(text.slice(0, cut)), ...read(text.slice(cut))]).toEqual([
      { kind: "events", data: '{"a":1}' },
      { kind: "end", data: "{}" },
    ]);
  }
});
