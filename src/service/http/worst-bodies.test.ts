// The worst bodies of 1 MiB: each is answered, costs little, and lets others be answered meanwhile.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const repeated = (part: string, total: number) => Array.from({ length: total }, () => part).join(",");
const rule = (fields: string) =>
  `{"name":"a","passPercentage":1,"conditions":[],"environments":null${fields}}`;
const gate = (rules: string) => `{"isEnabled":true,"description":"","rules":[${rules}]}`;
const numbered = (total: number, make: (index: number) => string) =>
  Array.from({ length: total }, (_, index) => make(index)).join(",");
const conditions = (list: string) => gate(`{"name":"a","passPercentage":1,"conditions":[${list}]}`);

const bodies: [name: string, body: string, status: number, property: string][] = [
  ["empty rules", gate(repeated("{}", 300_001)), 400, "rules"],
  ["rules with names", gate(numbered(9000, (index) => rule("").replace('"a"', `"${index}"`))), 400, "rules"],
  ["bad conditions", conditions(repeated('{"type":"x","operator":1}', 25_000)), 400, "rules.0.conditions"],
  [
    "gates in one condition",
    conditions(`{"type":"passes_gate","targetValue":[${numbered(20_000, (index) => `"g_${index}"`)}]}`),
    400,
    "rules.0.conditions.0.targetValue",
  ],
  [
    "gates in many conditions",
    gate(
      numbered(
        10,
        (at) =>
          `{"name":"${at}","passPercentage":1,"conditions":[${numbered(200, (index) => `{"type":"passes_gate","targetValue":"g_${at}_${index}"}`)}]}`,
      ),
    ),
    200,
    "",
  ],
  [
    "users in one condition, as many as may be",
    conditions(
      `{"type":"user_id","operator":"any","targetValue":[${numbered(10_000, (index) => `"g_${index}"`)}]}`,
    ),
    200,
    "",
  ],
  [
    "bad values",
    conditions(`{"type":"country","operator":"any","targetValue":[${repeated("1.5", 10_000)}]}`),
    400,
    "rules.0.conditions.0.targetValue",
  ],
  [
    "as many bad conditions as may be",
    gate(numbered(10, () => `{"name":"a","conditions":[${repeated('{"type":"x","a":1}', 200)}]}`)),
    400,
    "rules.0.passPercentage",
  ],
  ["tags", `{"isEnabled":true,"description":"","rules":[],"tags":[${repeated("1", 500_000)}]}`, 400, "tags"],
  [
    "tags within the limit",
    `{"isEnabled":true,"description":"","rules":[],"tags":[${repeated("1", 10_000)}]}`,
    400,
    "tags.0",
  ],
  [
    "unknown fields",
    `{"isEnabled":true,"description":"","rules":[],${numbered(60_000, (index) => `"f${index}":1`)}}`,
    400,
    "",
  ],
  [
    "lists in lists",
    `{"isEnabled":true,"description":"","rules":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
    400,
    "rules",
  ],
  [
    "a long name",
    `{"isEnabled":true,"description":"","rules":[],"name":"${"x".repeat(1_000_000)}"}`,
    400,
    "name",
  ],
];

/** ms: far above what is seen on a quiet machine (under 100), far below the seconds that a search within a search takes. */
const mostBlocked = 1000;

/** Measures for how long nobody else was answered, ms. */
function longestBlock(): () => Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const tick = () => {
    const now = performance.now();
    [last, longest] = [now, Math.max(longest, now - last)];
  };
  const timer = setInterval(tick, 1);
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    tick();
    clearInterval(timer);
    return longest;
  };
}

test.each(bodies)("%s", { timeout: 30_000 }, async (_name, body, status, property) => {
  await service.request("POST", "/console/v1/gates", { body: { name: "A gate", description: "" } });
  const longest = longestBlock();
  const answer = await service.request("POST", "/console/v1/gates/a_gate", { body });
  const blocked = await longest();
  expect(answer.status).toBe(status);
  expect(answer.text.length).toBeLessThan(status === 200 ? 3_000_000 : 100_000);
  if (property) expect(answer.body.errors?.[0]?.property).toBe(property);
  if (answer.body.errors?.length === 101)
    expect(answer.body.errors[100]?.errorMessage).toMatch(/^and [\d,]+ more$/);
  expect(blocked).toBeLessThan(mostBlocked);
});

test("a query parameter with thousands of values is refused by name", async () => {
  const answer = await service.request("GET", `/console/v1/gates?${"tags=a&".repeat(1500)}`);
  expect(answer.body).toMatchObject({
    status: 400,
    errors: [{ property: "tags", errorMessage: "Must have at most 100 values, has 1500" }],
  });
});

test("line separators in a JSON5 text write nothing to the log", async () => {
  const warn = vi.spyOn(console, "warn");
  const text = `{a: "${"\u2028".repeat(1000)}", /* "\u2029 */ b: '\\\u2028'}`;
  const answer = await service.request("POST", "/console/v1/dynamic_configs", {
    body: {
      name: "Separators",
      description: "",
      defaultValueJson5: text,
      defaultValue: { a: "\u2028".repeat(1000), b: "" },
    },
  });
  expect(answer.status).toBe(201);
  expect(warn).not.toHaveBeenCalled();
});
