// Times of evaluating gates for many users, linting and back-testing them, as the gate page does. The fastest of three runs
// counts, because other load of the machine only makes a run slower.
import { build } from "vite";
import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { User } from "#targeting/evaluate/places.ts";
import type * as Evaluation from "#targeting/evaluate/evaluate.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import type * as Lint from "#targeting/lint/lint-rules.ts";
import { backtestGate } from "#targeting/backtest/backtest-gate.ts";

const any = (type: string, ...targetValue: string[]): Condition => ({ type, operator: "any", targetValue });
const field = (name: string, operator: string, ...targetValue: string[]): Condition => ({
  type: "custom_field",
  field: name,
  operator,
  targetValue,
});

const when: readonly (readonly Condition[])[] = [
  [{ type: "email", operator: "str_contains_any", targetValue: ["@shop.example"] }],
  [any("country", "JP", "KR"), field("plan", "any", "pro", "team")],
  [{ type: "app_version", operator: "version_gte", targetValue: "6.0.0" }],
  [field("orders", "gt", "40"), any("browser_name", "Safari")],
  [{ type: "passes_gate", targetValue: "members" }],
  [field("since", "before", "2020-01-01")],
  [any("user_id", "u1", "u2", "u3")],
  [field("tags", "array_contains_any", "beta")],
  [any("country", "DE", "SE", "NL"), field("plan", "none", "free")],
  [{ type: "public" }],
];
const gate: GateFacts = {
  id: "checkout",
  isEnabled: true,
  status: "In Progress",
  rules: when.map((conditions, index) => ({
    id: `rule_${index}`,
    name: `Rule ${index}`,
    passPercentage: 10 * index + 5,
    conditions: [...conditions],
    environments: index % 3 === 2 ? ["production"] : null,
  })),
};
const members: GateFacts = {
  ...gate,
  id: "members",
  rules: [{ id: "m", name: "Members", passPercentage: 50, conditions: [field("plan", "any", "gold")] }],
};
const domains = ["mail.example", "post.example", "shop.example"];
const countries = ["DE", "SE", "US", "FR", "NL", "BR", "JP"];
const plans = ["free", "pro", "gold", "basic", "team"];

/** Users of whom every rule decides some, or for whom only the last rule decides: the longest path through the gate. */
const usersOf = (isSpread: boolean) =>
  Array.from({ length: 10_000 }, (_, index): User => ({
    userID: `user-${index}`,
    email: `person${index}@${domains[isSpread ? index % 3 : index % 2] ?? ""}`,
    country: countries[index % (isSpread ? 7 : 6)],
    appVersion: `${isSpread && index % 5 === 0 ? 6 : 5}.${index % 12}.0`,
    browserName: index % 2 ? "Chrome" : isSpread ? "Safari" : "Firefox",
    custom: {
      plan: isSpread ? plans[index % plans.length] : "free",
      orders: index % (isSpread ? 97 : 40),
      since: isSpread && index % 11 === 0 ? "2018-05-01T10:00:00Z" : "2023-05-01T10:00:00Z",
      tags: isSpread && index % 7 === 0 ? ["a", "beta"] : ["a", "b"],
    },
    environment: "production",
  }));

/**
 * Bundles a module as for browsers: in the test runner's modules every call of an import costs extra. Top-level names stay
 * const, since Node 20 is slower with var, while current engines make no difference.
 */
async function bundled<Module>(entry: string): Promise<Module> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { topLevelVar: false } },
    },
  });
  const [bundle] = [built].flat();
  const code = bundle && "output" in bundle ? bundle.output[0].code : "";
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

const sizes = [10_000, 100_000, 1_000_000];

/** ms of the fastest of three runs. */
function fastest(run: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return Math.min(...times);
}

interface Row {
  readonly ms: number;
  readonly "ns each": number;
}
const row = (ms: number, count: number): Row => ({
  ms: Math.round(ms * 10) / 10,
  "ns each": Math.round((ms / count) * 1e6),
});

test("evaluations of a ten-rule gate, at three sizes", { timeout: 120_000 }, async () => {
  const { prepareGate } = await bundled<typeof Evaluation>("src/targeting/evaluate/evaluate.ts");
  const rows: Record<string, Row> = {};
  const decided = new Set<number | undefined>();
  for (const isSpread of [true, false]) {
    const users = usersOf(isSpread);
    const { decide } = prepareGate(gate, new Map([["members", members]]));
    if (isSpread) for (const user of users) decided.add(decide(user).index);
    for (const size of sizes) {
      const ms = fastest(() => {
        for (let at = 0; at < size; at += 1) decide(users[at % users.length] ?? {});
      });
      rows[`${size}, decided by ${isSpread ? "any rule" : "the last rule"}`] = row(ms, size);
    }
  }
  console.table(rows);
  expect(decided.size).toBeGreaterThanOrEqual(9);
  expect(rows["1000000, decided by any rule"]?.ms).toBeLessThan(2000);
  expect(rows["1000000, decided by the last rule"]?.ms).toBeLessThan(2000);
});

test("lint of a list of rules, at three sizes", async () => {
  const { lintRules } = await bundled<typeof Lint>("src/targeting/lint/lint-rules.ts");
  const rules = Array.from({ length: 200 }, (_, index) => ({
    id: `rule_${index}`,
    name: `Rule ${index}`,
    passPercentage: 50,
    conditions: [
      any("country", countries[index % 7] ?? "", countries[(index * 3) % 7] ?? ""),
      field(`field_${index % 20}`, "gt", String(index)),
      any("user_id", `u${index}`, `v${index}`),
    ],
  }));
  const rows: Record<string, Row> = {};
  for (const size of [50, 100, 200]) {
    const some = rules.slice(0, size);
    rows[`${size} rules`] = row(
      fastest(() => lintRules(some)),
      size,
    );
  }
  console.table(rows);
  expect(rows["200 rules"]?.ms).toBeLessThan(50);
});

test("a draft compared with the stored gate, at three sizes", { timeout: 120_000 }, () => {
  const draft = { ...gate, rules: gate.rules.map((rule) => ({ ...rule, passPercentage: 50 })) };
  const users = usersOf(true);
  const gates = new Map([["members", members]]);
  const rows: Record<string, Row> = {};
  for (const size of [1_000, 10_000, 100_000]) {
    const many = Array.from({ length: size }, (_, at) => users[at % users.length] ?? {});
    const ms = fastest(() => {
      const { add, result } = backtestGate(gate, draft, { gates, rows: 100 });
      many.forEach(add);
      result();
    });
    rows[`${size} users`] = row(ms, size);
  }
  console.table(rows);
  expect(rows["100000 users"]?.ms).toBeLessThan(2000);
});
