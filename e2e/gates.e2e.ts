// The guarantees of the gate page: changes are reviewed before saving, concurrent edits are merged, drafts are never lost, and
// saves can be undone.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

const at = (service: Service, id: string, search = "") => `${service.url}/demo/gates/${id}${search}`;
const stored = (service: Service, id: string) => service.stored(`/gates/${id}`);

const rule = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const passes = (page: Page) => page.getByRole("textbox", { name: "Rollout" });
const review = (page: Page) => page.getByRole("button", { name: "Review changes" }).click();
const save = (page: Page) => page.getByRole("button", { name: /^Save/ }).click();
const isSaved = (page: Page) => expect(page.getByText(/is saved as you asked/)).toBeVisible();

/** No experiment depends on the gate, so saving asks for no reason. */
const expectNoQuestion = (page: Page) => expect(page.getByLabel("Why this change is made")).toHaveCount(0);

test("find a gate, change a percentage by keyboard alone, undo it, and see both in the history", async ({
  signedIn: page,
  service,
}) => {
  const press = async (name: string | RegExp) => {
    await page
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .focus();
    await page.keyboard.press("Enter");
  };
  await page.getByRole("searchbox", { name: "Filter by name or id" }).focus();
  await page.keyboard.type("loyalty mem");
  // Waits for the filtered list: the header and the row of the gate, which stays when the others disappear.
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: "Loyalty members" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Loyalty members" })).toBeVisible();
  await page
    .getByRole("list", { name: "Rules" })
    .getByTitle(/^Edit /)
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const before = await passes(page).inputValue();
  await passes(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12,5");
  await expect(page.getByText("1 in 8 users")).toBeVisible();
  await press("Review changes");
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  await expectAccessible(page);
  await expectNoQuestion(page);
  await press("Save to production");
  await isSaved(page);
  expect(await stored(service, "loyalty_members")).toContain('"passPercentage":12.5');
  await press("Undo");
  await press("Review changes");
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  await expectNoQuestion(page);
  await press("Save to production");
  await isSaved(page);
  await expect(passes(page)).toHaveValue(before);
  await page.getByRole("link", { name: /^History/ }).focus();
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /Rollout 12\.5\s% became/ })
      .last(),
  ).toBeVisible();
  await expectAccessible(page);
});

test("by keyboard alone: a rule is added with a condition of its own, and saved", async ({
  signedIn: page,
  service,
}) => {
  const keys = page.keyboard;
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await keys.press("Enter");
  };
  await page.goto(at(service, "product_video"));
  await press("Add rule");
  const panel = page.getByRole("complementary", { name: /^Edit rule/ });
  await panel.getByRole("textbox", { name: "Name" }).focus();
  await keys.press("ControlOrMeta+a");
  await keys.type("Written in French");
  await press("Add condition");
  await expect(panel.getByRole("combobox", { name: "Condition" })).toBeFocused();
  await keys.press("Enter");
  await expect(page.getByRole("option", { name: "Locale" })).toBeVisible();
  await keys.type("Locale");
  await keys.press("Enter");
  await expect(panel.getByRole("combobox", { name: "Condition" })).toBeFocused();
  await keys.press("Tab");
  await expect(panel.getByRole("combobox", { name: "Comparison" })).toBeFocused();
  await keys.press("Tab");
  await keys.type("fr-FR,fr-BE,");
  await expect(panel.getByRole("button", { name: "Remove fr-BE" })).toBeVisible();
  await panel.getByRole("textbox", { name: "Rollout" }).focus();
  await keys.press("ControlOrMeta+a");
  await keys.type("0.05");
  await expect(panel.getByText("1 in 2,000 users")).toBeVisible();
  await press("Review changes");
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  await expectNoQuestion(page);
  await press("Save to production");
  await isSaved(page);
  const now = await stored(service, "product_video");
  expect(now).toContain('"passPercentage":0.05');
  expect(now).toContain('"targetValue":["fr-FR","fr-BE"]');
});

test("rules are put in another order by keyboard, and saved as one change", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(at(service, "express_pay"));
  const names = () =>
    page
      .getByRole("list", { name: "Rules" })
      .getByTitle(/^Edit /)
      .allTextContents();
  await expect(page.getByRole("list", { name: "Rules" })).toBeVisible();
  const [first = "", second = ""] = await names();
  await page.getByRole("button", { name: `Move ${first}` }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${first} lifted, place 1 of`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} at place 2 of`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(names).toEqual([second, first, ...(await names()).slice(2)]);
  await expect(page.getByText("1 change", { exact: true })).toBeVisible();
  await review(page);
  await expect(page.getByRole("rowheader", { name: "Order of the rules" })).toBeVisible();
});

test("two tabs of one gate keep their drafts apart, and merge what does not conflict", async ({
  signedIn: page,
  service,
  context,
}) => {
  const settings = at(service, "basket_reminders", "?tab=settings");
  const description = (tab: Page) => tab.getByRole("textbox", { name: "Description" });
  await page.goto(settings);
  await description(page).fill("Written in the first tab");
  const other = await context.newPage();
  await other.goto(`${service.url}/#key=journey-key-0123456789abcdef`);
  await other.goto(settings);
  await expect(page.getByText(/open in another tab too/)).toBeVisible();
  await description(other).fill("Written in the second tab");
  await other
    .getByRole("combobox", { name: "Tags" })
    .or(other.getByRole("textbox", { name: "Tags" }))
    .fill("theirs");
  await other.keyboard.press("Enter");
  await review(other);
  await save(other);
  await isSaved(other);

  await expect(page.getByText(/saved a newer version of this gate/)).toBeVisible();
  await expect(description(page)).toHaveValue("Written in the first tab");
  await page.getByRole("button", { name: "Merge latest changes" }).click();
  await expect(page.getByText(/Will be merged from .* with your answers: Tags/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Overview" }).click();
  await rule(page, "Members").click();
  const theirs = await page.getByText("Written in the second tab").last().boundingBox();
  const panel = await page.getByRole("complementary", { name: /^Edit rule/ }).boundingBox();
  expect((theirs?.x ?? 0) + (theirs?.width ?? Infinity)).toBeLessThanOrEqual(panel?.x ?? 0);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await review(page);
  await save(page);
  await isSaved(page);
  const now = await stored(service, "basket_reminders");
  expect(now).toContain("Written in the first tab");
  expect(now).toContain('"theirs"');
});

test("a service that dies while saving stores nothing by half, and the draft keeps what was typed", async ({
  signedIn: page,
  service,
}) => {
  const before = await stored(service, "checkout_eligible");
  await page.goto(at(service, "checkout_eligible"));
  await rule(page, "Test shop").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Renamed while it died");
  await review(page);
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  // The review first loads its diff viewer and a worker; this journey is about the save.
  await expect(page.locator(".monaco-diff-editor .line-insert").first()).toBeVisible();
  await service.kill("SIGKILL");
  await save(page);
  await expect(page.getByRole("alert").getByText("The service cannot be reached")).toBeVisible();
  await service.start();
  expect(await stored(service, "checkout_eligible")).toBe(before);
  await review(page);
  await save(page);
  await isSaved(page);
  expect(await stored(service, "checkout_eligible")).toContain("Renamed while it died");
});

test("the browser's Back leads from the review to the form, and only then to the list", async ({
  signedIn: page,
  service,
}) => {
  await page.getByRole("link", { name: "Sharper images" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("Not for production yet");
  await review(page);
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Review 1 change");
  await page.goBack();
  await expect(title).toHaveText("Sharper images");
  await expect(description).toHaveValue("Not for production yet");
  await page.goBack();
  await expect(page).toHaveURL(`${service.url}/demo/gates`);
  expect(await stored(service, "sharper_images")).not.toContain("Not for production yet");
  await page.getByRole("button", { name: "Discard the draft of Sharper images" }).click();
  await page.getByRole("button", { name: "Discard the draft", exact: true }).click();
  await expect(page.getByRole("region", { name: "My drafts" })).toHaveCount(0);
});

test("a draft survives a crash of the page, and stands in the list until it is discarded", async ({
  signedIn: page,
  service,
  context,
}) => {
  await page.goto(at(service, "invoice_payment", "?tab=settings"));
  await page.getByRole("textbox", { name: "Description" }).fill("Half a sentence");
  await expect(page.getByText(/Draft kept in this browser/)).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${service.url}/#key=journey-key-0123456789abcdef`);
  await again.goto(`${service.url}/demo/gates`);
  const drafts = again.getByRole("region", { name: "My drafts" });
  await drafts.getByRole("link", { name: "Invoice payment" }).click();
  await expect(again.getByText(/was restored/)).toBeVisible();
  await again.getByRole("button", { name: "Discard" }).click();
  await again.getByRole("button", { name: "Discard the draft" }).click();
  await again.goto(`${service.url}/demo/gates`);
  await expect(again.getByRole("table", { name: "Gates" })).toBeVisible();
  await expect(drafts).toHaveCount(0);
});

test("a gate is created, launched after a review, and archived", async ({ signedIn: page, service }) => {
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await page.getByRole("button", { name: "New gate" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Journey gate");
  await page.getByRole("button", { name: "Create the gate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Journey gate" })).toBeVisible();
  await choose("Launch: everyone passes");
  await expect(page.getByRole("row", { name: /Status.*Launched: everyone passes/ })).toBeVisible();
  await save(page);
  await isSaved(page);
  expect(await stored(service, "journey_gate")).toContain('"status":"Launched"');
  await choose("Archive");
  await page.getByRole("button", { name: "Archive the gate" }).click();
  await expect(page.getByText("Journey gate is archived").first()).toBeVisible();
  expect(await stored(service, "journey_gate")).toContain('"status":"Archived"');
});

test("the list has room for names and for who passes at every width", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/gates`);
  const column = (name: string) =>
    page.getByRole("table", { name: "Gates" }).getByRole("columnheader", { name });
  const widthOf = async (name: string) => (await column(name).boundingBox())?.width ?? 0;
  const widths = [1920, 1568, 1536, 1440, 1366, 1280, 1250, 1101, 1024, 960, 880, 860, 768];
  for (const withTags of [false, true]) {
    // With the tags shown, other columns are hidden earlier.
    if (withTags) await page.goto(`${service.url}/demo/gates?hidden=%5B%5D`);
    await expect(column("Tags")).toHaveCount(withTags ? 1 : 0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name, least] of [
        ["Name", withTags ? 200 : 180],
        ["Who passes", width < 1366 ? 199 : 320],
      ] as const)
        await expect
          .poll(async () => (await widthOf(name)) >= least, { message: `${name} at ${width}` })
          .toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  }
});
