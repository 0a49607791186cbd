// Tests concurrent saves by other people, earlier versions, and kept drafts.
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { forgetKey } from "#console/foundation/api/connection.ts";
import {
  checkoutAt,
  checkoutRules,
  readGate,
  readRule,
  review,
  save,
  typePercent,
} from "#testing/checkout-gate.ts";
import { storedGate } from "#testing/stored-entities.ts";

test("a colleague's save meanwhile is shown, and what was typed survives it", async () => {
  const view = await checkoutAt("?rule=r1");
  await typePercent(view, "25");
  await view.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", {
    body: { name: "Colleagues" },
  });
  await review(view);
  expect(await view.findByText("Test writer saved a newer version of this gate")).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "25");
  await view.user.click(view.getByRole("button", { name: "Merge latest changes" }));
  expect(view.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Colleagues");
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect(await readRule(view, "r1")).toMatchObject({ name: "Colleagues", passPercentage: 25 });
});

test("where a colleague's word is taken for all that I changed, nothing is left to save", async () => {
  const view = await checkoutAt("?rule=r1");
  await typePercent(view, "25");
  const body = { passPercentage: 50 };
  await view.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", { body });
  await review(view);
  await view.user.click(await view.findByRole("button", { name: "Merge latest changes" }));
  await view.user.click(await view.findByRole("button", { name: "Take theirs" }));
  expect(await view.findByText(/no changes of its own any more/)).toBeTruthy();
  expect(view.getByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "50");
  expect(view.queryByRole("button", { name: "Discard" })).toBeNull();
});

test("only what we both changed is asked about", async () => {
  const view = await checkoutAt("?rule=r1");
  await typePercent(view, "25");
  await view.service.request("PATCH", "/console/v1/gates/checkout", {
    body: {
      tags: ["theirs"],
      rules: [
        { ...checkoutRules.staff, passPercentage: 50 },
        { ...checkoutRules.members, name: "All members" },
      ],
    },
  });
  await review(view);
  await view.user.click(await view.findByRole("button", { name: "Merge latest changes" }));
  expect(
    await view.findByText(/Will be merged from .* with your answers: Tags; Rule Members: name\./),
  ).toBeTruthy();
  expect(view.getByText("Rule Staff, rollout")).toBeTruthy();
  const button = view.getByRole("button", { name: "Review changes" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await view.user.click(view.getByRole("button", { name: "Keep mine" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect(await readGate(view)).toMatchObject({
    tags: ["theirs"],
    rules: [{ passPercentage: 25 }, { name: "All members" }],
  });
});

test("Undo brings a removed rule back with its id, so that it takes the same users", async () => {
  const view = await checkoutAt("?rule=r1");
  await view.user.click(await view.findByRole("button", { name: "Delete" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 2/);
  expect((await readGate(view)).rules).toHaveLength(1);
  await view.user.click(view.getByRole("button", { name: "Undo" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect((await readGate(view)).rules).toMatchObject([{ id: "r1:10.00:1", baseID: "r1" }, { baseID: "r2" }]);
});

test("the history shows who, when, what and why, and restores a version through a review", async () => {
  const first = await checkoutAt();
  await first.findByRole("heading", { name: "Checkout", level: 1 });
  await first.service.request("PATCH", "/console/v1/gates/checkout", {
    body: { description: "Second", changeReason: "Asked for by sales" },
  });
  first.unmount();
  const view = await checkoutAt("?tab=history&version=1", { service: first.service });
  expect(await view.findByText("Why: Asked for by sales")).toBeTruthy();
  const change = view.getByText(/The whole gate: Description/);
  expect(change.textContent).toBe("The whole gate: Description none became Second");
  expect(within(change).getByRole("deletion").textContent).toBe("none");
  expect(within(change).getByRole("insertion").textContent).toBe("Second");
  expect(view.getByRole("table", { name: "Version 1 against version 2" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Restore" }));
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 3/);
  expect((await readGate(view)).description).toBe("");
});

test("an old version takes the place of a draft only after a question", async () => {
  const first = await checkoutAt("?rule=r1");
  await typePercent(first, "33");
  first.unmount();
  await first.service.request("PATCH", "/console/v1/gates/checkout", { body: { description: "Second" } });
  const view = await checkoutAt("?tab=history", { service: first.service });
  const restore = async () => {
    await view.user.click(await view.findByRole("button", { name: "Restore" }));
    return within(await view.findByRole("alertdialog", { name: "Replace your draft by version 1" }));
  };
  await view.user.click((await restore()).getByRole("button", { name: "Keep as it is" }));
  await view.user.click((await restore()).getByRole("button", { name: "Replace the draft" }));
  expect(await view.findByRole("textbox", { name: "Description" })).toHaveProperty("value", "");
  await view.user.click(view.getByRole("link", { name: "Overview" }));
  const rules = within(await view.findByRole("list", { name: "Rules" }));
  expect(rules.getAllByRole("listitem")[0]?.textContent).not.toMatch(/33/);
});

test("a draft is restored with its age after the page was left", async () => {
  const view = await checkoutAt("?rule=r1");
  await typePercent(view, "33");
  view.unmount();
  const again = await checkoutAt("?rule=r1", { service: view.service });
  expect(await again.findByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "33");
  expect(again.getByText(/Your draft was restored; you last changed it/)).toBeTruthy();
  await typePercent(again, "10");
  expect(again.getByText("Your draft is the same as what is stored now.")).toBeTruthy();
});

test("an open conflict is asked again after a reload and a new sign-in, and mine never goes over theirs unasked", async () => {
  const first = await checkoutAt("?rule=r1");
  await typePercent(first, "25");
  const theirs = { passPercentage: 50 };
  await first.service.request("PATCH", "/console/v1/gates/checkout/rules/r1", { body: theirs });
  await review(first);
  await first.user.click(await first.findByRole("button", { name: "Merge latest changes" }));
  await first.findByText("Rule Staff, rollout");
  first.unmount();
  forgetKey();
  const again = await checkoutAt("?rule=r1", { service: first.service });
  expect(await again.findByText("Rule Staff, rollout")).toBeTruthy();
  const button = again.getByRole("button", { name: "Review changes" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  // The notice and the disabled button describe the state in the same words.
  expect(again.getByText("1 conflict to resolve")).toBeTruthy();
  expect(again.getByText(/^1 conflict to resolve before the review: /)).toBeTruthy();
  await again.user.click(again.getByRole("button", { name: "Keep mine" }));
  await review(again);
  expect(await again.findByText(/You started from version 2/)).toBeTruthy();
  await save(again);
  await again.findByText(/saved as you asked, version 3/);
  expect(await readRule(again, "r1")).toMatchObject({ passPercentage: 25 });
});

test("a history in several pages is read on, and no version is called the first before it is", async () => {
  const page = (number: number, versions: number[], nextPage: string | null) =>
    Response.json({
      message: "Gate versions listed successfully.",
      data: versions.map((version) => storedGate("checkout", { name: `Name ${version}`, version })),
      pagination: { itemsPerPage: 2, pageNumber: number, totalItems: 3, nextPage },
    });
  const view = await checkoutAt("?tab=history", {
    intercept: ({ url }) => {
      if (url.includes("/versions?page=1&limit=100")) return page(1, [3, 2], "?page=2&limit=2");
      return url.includes("/versions?page=2&limit=2") ? page(2, [1], null) : undefined;
    },
  });
  await view.findByText("Version 2");
  expect(view.queryByText("The first version on record here.")).toBeNull();
  await view.user.click(view.getByRole("button", { name: "Show older versions" }));
  expect(await view.findByText("Version 1")).toBeTruthy();
  expect(view.getByText("The first version on record here.")).toBeTruthy();
  expect(view.queryByRole("button", { name: "Show older versions" })).toBeNull();
});

test("a restored version opens where it differs, as a draft, survives a reload as one, and says so in the history", async () => {
  const first = await checkoutAt("?rule=r1");
  await typePercent(first, "25");
  await review(first);
  await save(first);
  await first.findByText(/saved as you asked, version 2/);
  first.unmount();
  const view = await checkoutAt("?tab=history", { service: first.service });
  await view.user.click(await view.findByRole("button", { name: "Restore" }));
  expect(await view.findByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "10");
  expect(view.getByText("Version 1 is in your draft")).toBeTruthy();
  view.unmount();
  const again = await checkoutAt("?rule=r1", { service: view.service });
  expect(await again.findByText("Version 1 is in your draft")).toBeTruthy();
  await review(again);
  expect(await again.findByRole("textbox", { name: /^Reason/ })).toHaveProperty(
    "value",
    "Restored from version 1",
  );
  await again.user.clear(again.getByRole("textbox", { name: /^Reason/ }));
  await again.user.type(again.getByRole("textbox", { name: /^Reason/ }), "The old share sold more");
  await save(again);
  await again.findByText(/saved as you asked, version 3/);
  expect(again.getByRole("textbox", { name: "Rollout" })).toHaveProperty("value", "10");
  await again.user.click(again.getByRole("link", { name: /^History/ }));
  expect(await again.findByText("Why: Restored from version 1: The old share sold more")).toBeTruthy();
});

test("a new rule stays open after its save", async () => {
  const view = await checkoutAt();
  await view.user.click(await view.findByRole("button", { name: "Add rule" }));
  await view.user.clear(await view.findByRole("textbox", { name: "Name" }));
  await view.user.type(view.getByRole("textbox", { name: "Name" }), "Partners");
  await review(view);
  await save(view);
  await view.findByText(/saved as you asked, version 2/);
  expect(view.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Partners");
});
