import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Gate } from "#contract/gate.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storedConfig, storeGates } from "#testing/stored-entities.ts";
import { storedExperiment } from "#testing/stored-experiments.ts";
import { requiresGates, gateThatNeeds, storeReferring } from "#testing/stored-references.ts";

const page = (path: string, gates: Gate[], options: ConsoleOptions = {}) =>
  consoleAt(path, {
    fill: async (service) => {
      await storeGates(service, ...gates);
      await storeReferring(
        service,
        [
          storedExperiment({ id: "page", name: "New price page", targetingGateID: "pricing" }),
          storedExperiment({ id: "next", name: "Next", status: "setup", targetingGateID: "checkout_v2" }),
        ],
        [storedConfig("prices", { name: "Prices", rules: [requiresGates("c1", "pricing")] })],
      );
    },
    ...options,
  });

const chain = [
  gateThatNeeds("eu", [], { checksPerHour: 92_014, name: "EU residents" }),
  gateThatNeeds("checkout_v2", ["eu"]),
  gateThatNeeds("pricing", ["checkout_v2"], { checksPerHour: 1200 }),
];
const references = "/demo/gates/checkout_v2?tab=references";
type View = Awaited<ReturnType<typeof page>>;
const treeItems = async (view: View, name: string) =>
  within(await view.findByRole("tree", { name }))
    .getAllByRole("treeitem")
    .map((item) => item.textContent);

test("what needs the gate, through others too, with rule, environment, state and traffic, the most severe first", async () => {
  const view = await page(references, chain);
  expect(await treeItems(view, "Used by")).toEqual([
    expect.stringMatching(
      /^pricing.*Gate.*In progress.*Rule 1, Rule r1, passes checkout_v2, in production1,200 checks/,
    ),
    expect.stringMatching(/^New price page.*Experiment.*Running.*Targets users who pass pricing/),
    expect.stringMatching(/^Prices.*Dynamic config.*Enabled.*passes pricing/),
    expect.stringMatching(/^Next.*Setup.*Targets users who pass checkout_v2/),
  ]);
  expect(await treeItems(view, "Depends on")).toEqual([
    expect.stringMatching(/^EU residents.*Rule 1, Rule r1, passes EU residents, in production92,014/),
  ]);
  expect(
    view.getByText("Depends on 1 gate. Used by 4 entities, 1 of them is a running experiment."),
  ).toBeTruthy();
});

test("the graph alone says the same: each box its way, the rule, state and traffic", async () => {
  const view = await page(references, chain);
  const graph = within(await view.findByRole("figure", { name: /Depends on 1 gate/ }));
  expect((await graph.findAllByRole("button", { name: /^(Gate|Experiment|Dynamic config)/ })).length).toBe(6);
  const box = graph.getByRole("button", {
    name: "Experiment New price page, Running. Depends on this gate: checkout_v2 → pricing → experiment New price page. Targets users who pass pricing",
  });
  await view.user.click(box);
  const focused = await view.findByText(
    "checkout_v2 → pricing → experiment New price page. Targets users who pass pricing.",
  );
  expect(focused).toBeTruthy();
  // The boxes are updated with low priority.
  await expect.poll(() => box.getAttribute("aria-pressed")).toBe("true");
  await view.user.keyboard("{Escape}");
  await expect.poll(() => view.queryByRole("button", { name: "Leave focus" })).toBeNull();
});

test("keys move through the tree, and Enter opens", async () => {
  const view = await page(references, chain);
  const tree = within(await view.findByRole("tree", { name: "Used by" }));
  const row = (name: RegExp) => tree.getByRole("treeitem", { name });
  row(/^pricing/).focus();
  await view.user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(row(/^New price page/));
  await view.user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(row(/^pricing/));
  await view.user.keyboard("{ArrowLeft}");
  expect(row(/^pricing/).getAttribute("aria-expanded")).toBe("false");
  expect(tree.queryByRole("treeitem", { name: /^New price page/ })).toBeNull();
  await view.user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(row(/^New price page/));
  await view.user.keyboard("{End}");
  expect(document.activeElement).toBe(row(/^Next/));
  await view.user.keyboard("p");
  expect(document.activeElement).toBe(row(/^pricing/));
  await view.user.keyboard("{Enter}");
  expect(await view.findByRole("heading", { level: 1, name: "pricing" })).toBeTruthy();
});

test("only a consequence that is asked for is shown, with what leads to it, and the address keeps it", async () => {
  const view = await page(references, chain);
  await view.user.click(await view.findByRole("button", { name: "1 running experiment" }));
  await waitFor(async () => expect(await treeItems(view, "Used by")).toHaveLength(2));
  expect(view.router.state.location.search).toMatchObject({ only: ["running experiment"] });
  await view.user.click(view.getByRole("button", { name: "Show everything" }));
  await waitFor(async () => expect(await treeItems(view, "Used by")).toHaveLength(4));
});

test("circles, missing, archived and stale references are named, with where to fix them", async () => {
  const gates = [
    gateThatNeeds("checkout_v2", ["pricing", "gone"]),
    gateThatNeeds("pricing", ["checkout_v2"]),
    gateThatNeeds("old", ["checkout_v2"], { status: "Archived" }),
    gateThatNeeds("uses_old", ["checkout_v2", "old"]),
  ];
  const view = await page(references, gates, {
    fill: async (service) => {
      await storeGates(service, ...gates);
      const over = { id: "over", name: "Over", status: "decision_made", targetingGateID: "uses_old" };
      await storeReferring(service, [storedExperiment(over)]);
    },
  });
  const fixes = within(await view.findByRole("region", { name: "To fix" }));
  expect(fixes.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "checkout_v2 → pricing → checkout_v2 is a circular dependency, so nobody can be judged. Fix it in rule 1 of checkout_v2 or rule 1 of pricing.",
    "The gate checkout_v2 refers to gone, which does not exist. Fix it in rule 1 of checkout_v2.",
    "The gate uses_old refers to the gate old, which is archived. Fix it in rule 1 of uses_old.",
    "The experiment Over is over but still refers to the gate uses_old. Fix it in Over.",
  ]);
  expect((await treeItems(view, "Used by")).join()).toContain("circular dependency");
  await view.user.click(fixes.getByRole("link", { name: "rule 1 of pricing" }));
  expect(await view.findByRole("heading", { level: 1, name: "pricing" })).toBeTruthy();
  expect(await view.findByRole("heading", { name: "Edit rule 1" })).toBeTruthy();
});

test("a reference that is fixed keeps its place, says so, and is gone when the list is opened again", async () => {
  let isSaved = false;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const view = await page("/demo/gates/checkout_v2?rule=r1", [], {
    fill: (service) =>
      storeGates(service, gateThatNeeds("checkout_v2", ["gone"]), gateThatNeeds("pricing", ["checkout_v2"])),
    intercept: async (request) => {
      if (isSaved && request.url.endsWith("/dependencies")) await answered;
      return undefined;
    },
  });
  const fixes = within(await view.findByRole("region", { name: "To fix" }));
  expect(fixes.getByRole("img", { name: "To fix" })).toBeTruthy();
  const text = fixes.getByRole("listitem").textContent;
  await view.user.click(await view.findByRole("button", { name: "Delete" }));
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  const save = await view.findByRole("button", { name: /^Save/ });
  isSaved = true;
  await view.user.click(save);
  await view.findByText(/saved as you asked/);
  answer();
  expect(await view.findByRole("img", { name: "Fixed" })).toBeTruthy();
  expect(within(view.getByRole("region", { name: "To fix" })).getByRole("listitem").textContent).toBe(text);
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  await view.user.click(view.getByRole("link", { name: "Overview" }));
  await view.findByRole("tree", { name: "Used by" });
  expect(view.queryByRole("region", { name: "To fix" })).toBeNull();
});

const refused = () => Response.json({ status: 403, message: "Forbidden resource" }, { status: 403 });

test("an experiment whose targeting cannot be read is named, since it may depend on the gate", async () => {
  const view = await page(references, chain, {
    fill: async (service) => {
      await storeGates(service, ...chain);
      const torn = { id: "torn", name: "Torn", inlineTargetingRulesJSON: "passes_gate(checkout_v2)" };
      await storeReferring(service, [storedExperiment(torn)]);
    },
  });
  const unread = within(await view.findByRole("region", { name: "Not read" }));
  expect(unread.getByRole("listitem").textContent).toBe(
    "Torn: Its inline targeting cannot be read, so it may depend on this gate.",
  );
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  expect(await view.findByText(/so steps may be missing/)).toBeTruthy();
});

test("where the dependencies could not be read it is said why, and tried again when asked to", async () => {
  let isDown = true;
  const view = await page(references, chain, {
    intercept: (request) => (isDown && request.url.includes("/dependencies") ? refused() : undefined),
  });
  const section = within(await view.findByRole("region", { name: "Dependencies" }));
  expect(await section.findByText("The dependencies of this gate could not be read")).toBeTruthy();
  expect(section.getByText(/Forbidden resource/)).toBeTruthy();
  isDown = false;
  await view.user.click(section.getByRole("button", { name: "Retry" }));
  expect((await treeItems(view, "Used by")).length).toBe(4);
});

test("a gate page asks once for its dependencies, and for no list of gates", async () => {
  const asked: string[] = [];
  const view = await page(references, chain, {
    intercept: (request) => {
      asked.push(new URL(request.url).pathname.replace("/console/v1", ""));
      return undefined;
    },
  });
  expect((await treeItems(view, "Used by")).length).toBe(4);
  expect(asked.filter((path) => path.startsWith("/gates")).sort()).toEqual([
    "/gates/checkout_v2",
    "/gates/checkout_v2/dependencies",
  ]);
});

test("a key that only reads sees everything that depends on the gate", async () => {
  const view = await page(references, chain, { key: "read" });
  expect((await treeItems(view, "Used by")).length).toBe(4);
  await view.user.click(view.getByRole("link", { name: "Settings" }));
  expect(await view.findByRole("list", { name: "Before the gate can go" })).toBeTruthy();
});

test("a gate that stands alone says so", async () => {
  const view = await page("/demo/gates/alone?tab=references", [
    gateThatNeeds("alone", [], { name: "Alone" }),
  ]);
  expect(await view.findByText("Depends on no gate. Used by nothing.")).toBeTruthy();
  expect(view.queryByRole("tree")).toBeNull();
});
