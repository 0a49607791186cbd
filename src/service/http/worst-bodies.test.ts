// Tests the most expensive bodies of 1 MiB: each is answered cheaply and does not block other requests.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";
import { withSlowness } from "./machine-speed.test-support.ts";
import {
  worstBodies,
  worstConfigBodies,
  worstExperimentBodies,
  worstOverrides,
} from "./worst-bodies.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

/** ms; maximum time for which other requests may be blocked. */
const mostBlocked = 100;

/** Measures the longest time in ms for which the event loop was blocked. */
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

test.each([
  ...worstBodies.map((row) => ["gates", ...row] as const),
  ...worstConfigBodies.map((row) => ["dynamic_configs", ...row] as const),
  ...worstExperimentBodies.map((row) => ["experiments", ...row] as const),
  ...worstOverrides.map((row) => ["experiments/worst/overrides", ...row] as const),
])("%s: %s", { timeout: 30_000, retry: 4 }, async (place, _name, body, status, property) => {
  const [list = ""] = place.split("/");
  const isWhole = list !== "experiments";
  await service.request("POST", `/console/v1/${list}`, { body: { name: "Worst", description: "" } });
  const { result, slower } = await withSlowness(async () => {
    const longest = longestBlock();
    const path = place === list ? `${list}/worst` : place;
    const answer = await service.request(isWhole ? "POST" : "PATCH", `/console/v1/${path}`, { body });
    return { answer, blocked: await longest() };
  });
  const { answer, blocked } = result;
  expect(answer.status).toBe(status);
  expect(answer.text.length).toBeLessThan(status === 200 ? 3_000_000 : 100_000);
  if (property) expect(answer.body.errors?.[0]?.property).toBe(property);
  if (answer.body.errors?.length === 101)
    expect(answer.body.errors[100]?.errorMessage).toMatch(/^and [\d,]+ more$/);
  expect(blocked).toBeLessThan(mostBlocked * slower);
});

test("a query parameter with thousands of values is refused by name", async () => {
  const answer = await service.request("GET", `/console/v1/gates?${"tags=a&".repeat(1500)}`);
  expect(answer.body).toMatchObject({
    status: 400,
    errors: [{ property: "tags", errorMessage: "Must have at most 100 values, has 1500" }],
  });
  const joined = await service.request("GET", `/console/v1/gates?tags=${"a,".repeat(1500)}`);
  expect(joined.body).toMatchObject({
    status: 400,
    errors: [{ property: "tags", errorMessage: "Must have at most 100 items" }],
  });
});

test("a refusal does not repeat a long text of the body, nor of a schema", async () => {
  const schema = JSON.stringify({ enum: Array.from({ length: 50_000 }, () => 1) });
  const body = { name: "Long", description: "", schema, [`f${"x".repeat(100_000)}`]: 1 };
  const answer = await service.request("POST", "/console/v1/dynamic_configs", {
    body: {
      ...body,
      defaultValue: { a: 1 },
      rules: [{ name: "a", conditions: [{ type: "x".repeat(100_000) }] }],
    },
  });
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(5000);
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
