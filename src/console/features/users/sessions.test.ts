import { expect, test } from "vitest";
import type { TimelineItem, UnitAttributes } from "#contract/event-answers.ts";
import { conditionOf } from "#console/rules/fields/condition-of.ts";
import { userAt } from "./known-user.ts";
import { groupsOf, stripOf } from "./session-times.ts";
import { changesOf, dividedAttributes, sessionsOf, withChanges } from "./sessions.ts";

const minute = 60_000;
const event = (minutes: number, name: string): TimelineItem => ({
  kind: "event",
  time: minutes * minute,
  event: { timestamp: String(minutes * minute), name },
});

const attribute = (part: string, key: string, events: number, ...values: [number, string][]) => {
  const changes = values
    .map(([time, to], index) => ({ time, from: values[index - 1]?.[1] ?? null, to }))
    .reverse();
  const [newest] = changes;
  return { part, key, events, value: newest?.to ?? "", since: newest?.time ?? 0, changes };
};

const known: UnitAttributes = {
  events: 10,
  exposures: 0,
  firstTime: 0,
  lastTime: 100,
  readEvents: 10,
  attributes: [
    attribute("user", "plan", 4, [10, "free"], [50, "paid"]),
    attribute("metadata", "country", 9, [10, "SE"], [60, "DE"]),
    attribute("metadata", "coupon", 2, [20, "A"], [70, "B"]),
  ],
};

test("a silence of more than half an hour begins another session, and many events of one name are one line", () => {
  const items = [
    event(100, "order"),
    event(70, "view"),
    event(69, "view"),
    event(68, "view"),
    event(67, "view"),
    event(36, "start"),
    event(35, "view"),
    event(34, "view"),
  ];
  const sessions = sessionsOf(items);
  expect(sessions.map(({ from, to, events }) => [from / minute, to / minute, events])).toEqual([
    [67, 100, 5],
    [34, 36, 3],
  ]);
  expect(sessions.map(({ lines }) => lines.map(({ entries }) => entries.length))).toEqual([
    [1, 4],
    [1, 1, 1],
  ]);
});

test("changes are those of the user and of fields that most events carry, and none before the last item that is read", () => {
  const changes = changesOf(known);
  expect(changes.map(({ time, key, from, to }) => [time, key, from, to])).toEqual([
    [50, "plan", "free", "paid"],
    [60, "country", "SE", "DE"],
  ]);
  const item: TimelineItem = { kind: "event", time: 55, event: { timestamp: "55", name: "view" } };
  const times = (isWhole: boolean) => withChanges([item], changes, isWhole).map(({ time }) => time);
  expect(times(false)).toEqual([60, 55]);
  expect(times(true)).toEqual([60, 55, 50]);
});

test("at an earlier time the user has the attributes of then, and the app's word goes before that of its events", () => {
  const unit = { type: "userID", id: "ada" };
  expect(userAt(unit, known.attributes, undefined)).toMatchObject({
    userID: "ada",
    metadata: { plan: "paid", country: "DE", coupon: "B" },
  });
  expect(userAt(unit, known.attributes, 15).metadata).toEqual({ plan: "free", country: "SE" });
  const twice = [...known.attributes, attribute("metadata", "plan", 1, [90, "other"])];
  expect(userAt(unit, twice, undefined).metadata["plan"]).toBe("paid");
  expect(userAt({ type: "stableID", id: "d1" }, [], undefined)).toMatchObject({
    userID: "",
    metadata: { stableID: "d1" },
  });
});

test("an attribute becomes the condition that reads it", () => {
  const condition = (part: string, key: string) => {
    const { type, field, customID, values } = conditionOf({ part, key, value: "x" });
    return [type, field, customID, values];
  };
  expect(condition("metadata", "app_version")).toEqual(["app_version", "", "", ["x"]]);
  expect(condition("user", "plan")).toEqual(["custom_field", "plan", "", ["x"]]);
  expect(condition("id", "companyID")).toEqual(["unit_id", "", "companyID", ["x"]]);
});

test("the strip begins and ends with a day, and words stand where no other session is near", () => {
  const at = (day: number, hour: number, minute = 0): TimelineItem => {
    const time = new Date(2026, 10, day, hour, minute).getTime();
    return { kind: "event", time, event: { timestamp: String(time), name: "view" } };
  };
  const { days, bars } = stripOf(sessionsOf([at(20, 12), at(11, 18), at(11, 17, 50), at(11, 12)]));
  expect(days.map(({ time }) => new Date(time).getDate())).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(days[0]?.at).toBe(0);
  expect(bars.map(({ at: place }) => place)).toEqual([0.95, 0.075, 0.05]);
  expect(bars.map(({ height }) => height)).toEqual([0.5, 1, 0.5]);
  expect(bars.map(({ hasWords }) => hasWords)).toEqual([true, false, false]);
});

test("changes near each other have one mark, which leaves the way to the next one for its words", () => {
  const change = (time: number) => ({ time });
  const groups = groupsOf([90, 41, 40, -5].map(change), 0, 100);
  expect(groups).toEqual([
    { changes: [change(41), change(40)], at: 0.4, width: 0.5 },
    { changes: [change(90)], at: 0.9, width: expect.closeTo(0.1) },
  ]);
});

test("a session tells the newest app version and country that its events carry, and nothing that they do not", () => {
  const from = (minutes: number, metadata?: Record<string, unknown>): TimelineItem => ({
    kind: "event",
    time: minutes * minute,
    event: { timestamp: String(minutes * minute), name: "view", ...(metadata && { metadata }) },
  });
  const sessions = sessionsOf([
    from(100),
    from(99, { platform: "ios", app_version: "5.2.1", country: "SE" }),
    from(98, { platform: "ios", app_version: "5.2.0", country: "DE" }),
    from(10, { country: "" }),
  ]);
  expect(sessions.map(({ origin }) => origin)).toEqual([["ios 5.2.1", "SE"], []]);
});

test("of many days only every second one has a line, from the first one on", () => {
  const day = (date: number): TimelineItem => ({
    ...event(0, "view"),
    time: new Date(2026, 10, date, 12).getTime(),
  });
  const { days, bars } = stripOf(sessionsOf([day(20), day(1)]));
  expect(days.map(({ time }) => new Date(time).getDate())).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  expect(bars.map(({ at }) => at)).toEqual([0.975, 0.025]);
});

test("a field that repeats an attribute of the user is left out, and one that changes with most events is not the user's", () => {
  const keysOf = (list: readonly { part: string; key: string }[]) =>
    list.map(({ part, key }) => `${part} ${key}`);
  const pages = Array.from({ length: 6 }, (_, index): [number, string] => [index, `p${index}`]);
  const { own, others } = dividedAttributes({
    ...known,
    attributes: [
      attribute("user", "appVersion", 9, [10, "5.1"]),
      attribute("user", "country", 9, [10, "DE"]),
      attribute("metadata", "app_version", 9, [10, "5.1"]),
      attribute("metadata", "country", 9, [10, "SE"]),
      attribute("metadata", "page", 9, ...pages),
      attribute("metadata", "年", 9, [10, "5.1"]),
    ],
  });
  expect(keysOf(own)).toEqual(["user appVersion", "user country", "metadata country", "metadata 年"]);
  expect(keysOf(others)).toEqual(["metadata page"]);
});
