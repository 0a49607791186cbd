import { expect, test } from "vitest";
import type { AppActivity, AppCaller, AppRefusal } from "#contract/app-activity.ts";
import type { StoredKey } from "#contract/stored-key.ts";
import { stepsOf, warningsOf } from "./check-steps.ts";
import { blockedAddress } from "./refusal-words.ts";
import type { App } from "./snippets.ts";

const now = Date.UTC(2026, 10, 1, 12);
const key: StoredKey = {
  id: "k",
  name: "Shop",
  kind: "server",
  rights: null,
  environment: "production",
  ending: "abcd",
  creatorName: null,
  createdTime: now,
  revokedTime: null,
  lastUse: null,
};
const caller: AppCaller = {
  keyID: "k",
  keyName: "Shop",
  kind: "server",
  environment: "production",
  library: "statsig-node",
  version: "6.5.2",
  isBrowser: false,
  rulesTime: null,
  evaluationTime: null,
  exposureTime: null,
  lastExposure: null,
  eventTime: null,
  lastEvent: null,
  lastTime: now - 60_000,
  clockError: null,
  rules: 0,
  evaluations: 0,
  exposures: 0,
  events: 0,
  rejected: 0,
};
const past = now - 60_000;
const refusal = (part: Partial<AppRefusal>): AppRefusal => ({
  reason: "unknown_key",
  message: "",
  keyID: null,
  keyName: null,
  library: "statsig-node",
  version: "",
  count: 1,
  lastTime: now,
  ...part,
});
const activity = (callers: Partial<AppCaller>[], refusals: AppRefusal[] = []): AppActivity => ({
  sinceTime: 0,
  time: now,
  callers: callers.map((part) => ({ ...caller, ...part })),
  refusals,
});
const steps = (app: App, callers: Partial<AppCaller>[], refusals: AppRefusal[] = []) =>
  stepsOf({ app, key, activity: activity(callers, refusals) }).map(({ name, time, problem }) =>
    [name, problem?.title ?? (time === undefined ? "not yet" : "done")].join(": "),
  );
const all = { rulesTime: past, evaluationTime: past, exposureTime: past, eventTime: past, events: 2 };

test("each step is done by what came, and by this key alone", () => {
  expect(steps("server", [])).toEqual(["Rules fetched: not yet", "Evaluated: not yet", "Logged: not yet"]);
  expect(steps("server", [{ rulesTime: past }])).toEqual([
    "Rules fetched: done",
    "Evaluated: not yet",
    "Logged: not yet",
  ]);
  expect(steps("server", [all])).toEqual(["Rules fetched: done", "Evaluated: done", "Logged: done"]);
  expect(steps("server", [{ ...all, keyID: "other" }])[0]).toBe("Rules fetched: not yet");
  expect(steps("http", [{ evaluationTime: past }])).toEqual(["Evaluated: done", "Logged: not yet"]);
});

test("the rules that came and the rule that decided are named", () => {
  const lastRules = { gates: 124, configs: 38, experiments: 1, characters: 96_200 };
  const lastExposure = { kind: "gate", name: "checkout", value: "true", rule: "r2", unit: "u_7" };
  const given = {
    key,
    activity: activity([{ ...all, lastRules, lastExposure }]),
    rule: "rule 2, EU shoppers",
  };
  expect(stepsOf({ app: "native", ...given }).map(({ text }) => text)).toEqual([
    "For production, statsig-node 6.5.2. 124 gates, 38 configs and 1 experiment, 96 kB.",
    "checkout for u_7: pass, by rule 2, EU shoppers",
    ", 2 events in the last hour.",
  ]);
});

test("events without exposures are told", () => {
  const [, evaluated] = steps("server", [{ rulesTime: past, eventTime: past }]);
  expect(evaluated).toBe("Evaluated: Events came, but no exposures.");
  expect(steps("server", [{ rulesTime: now, eventTime: now - 1000 }])[1]).toBe("Evaluated: not yet");
});

test("a browser library that runs elsewhere is told why it logs nothing", () => {
  const outside = "Logged: It runs outside a browser, where this library logs nothing.";
  expect(steps("browser", [{ evaluationTime: past }])[2]).toBe(outside);
  expect(steps("browser", [{ evaluationTime: past, isBrowser: true }])[2]).toBe("Logged: not yet");
});

test("refused events stand at the step of logging, whatever is not done before it", () => {
  const noUnit = refusal({ reason: "no_unit", keyID: "k" });
  const [fetched, evaluated, logged] = steps("server", [], [noUnit]);
  expect(logged).toMatch(/No user and no other unit/);
  for (const step of [fetched, evaluated]) expect(step).not.toMatch(/No user/);
});

test("a refusal stands at the step that it keeps from being done, until that is done", () => {
  const wrong = "Rules fetched: The key is not known here.";
  expect(steps("server", [], [refusal({})])[0]).toBe(wrong);
  expect(steps("server", [all], [refusal({})])).not.toContain(wrong);
  const revoked = refusal({ reason: "revoked_key", keyID: "k" });
  expect(steps("server", [all], [revoked])[2]).toBe("Logged: The key was revoked.");
  expect(steps("server", [{ ...all, rulesTime: now + 1 }], [revoked])[2]).toBe("Logged: done");
  const kind = refusal({ reason: "wrong_kind", keyID: "of a page" });
  expect(steps("server", [], [kind])[0]).toBe("Rules fetched: The key is of the wrong kind.");
  expect(steps("server", [], [refusal({ reason: "console_key", keyID: "c" })])[0]).toContain(
    "of the console",
  );
});

test("a wrong clock and a secret in a browser are told whatever is done", () => {
  const titles = (part: Partial<AppCaller>, app: App = "server") =>
    warningsOf({ app, key, activity: activity([part]) }).map(({ title }) => title);
  expect(titles({ clockError: 364_000 })).toEqual(["The clock of this app is 6 min 4 s ahead."]);
  expect(titles({ clockError: -7_200_000 })).toEqual(["The clock of this app is 2 hours behind."]);
  expect(titles({ isBrowser: true })).toEqual(["A server key is in a browser."]);
  expect(titles({ isBrowser: true, keyID: "other" }, "browser")).toEqual(["A server key is in a browser."]);
  expect(titles({ isBrowser: true, keyID: "other", kind: "client" }, "browser")).toEqual([]);
  expect(titles({})).toEqual([]);
});

test("an address without https is told, but for this machine", () => {
  expect(blockedAddress("http://assay.example:4000")?.title).toContain("https cannot call");
  for (const address of ["https://assay.example", "http://localhost:4000", "http://127.0.0.1:4000"])
    expect(blockedAddress(address)).toBeUndefined();
});
