// The guarantees of the config editor: changes are reviewed before saving, concurrent edits are merged, drafts are never lost,
// and saves can be undone.
import type { Page } from "@playwright/test";
import { apiKey, expect, expectAccessible, test, type Service } from "./fixtures.ts";

const at = (service: Service, id: string, search = "") =>
  `${service.url}/demo/dynamic_configs/${id}${search}`;

const description = (page: Page) => page.getByRole("textbox", { name: "Description" });
const review = (page: Page) => page.getByRole("button", { name: "Review changes" }).click();
/** Names of the button that saves; a rule may be called "Saved …". */
const saveName = /^Save( to .*)?$/;
const save = (page: Page) => page.getByRole("button", { name: saveName }).click();

async function stored(service: Service, id: string) {
  return JSON.stringify(await service.call("GET", `/dynamic_configs/${id}`));
}

test("review says by audience what changes, and copies the request without the key", async ({
  signedIn: page,
  service,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(at(service, "payment_methods"));
  await page.getByRole("button", { name: "Sweden", exact: true }).click();
  const passes = page.getByRole("textbox", { name: "Rollout" });
  await passes.fill("12,5");
  await expect(page.getByText("1 change in 1 rule")).toBeVisible();
  await review(page);
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  const changes = page.getByRole("table", { name: "What changes, and for whom" });
  await expect(changes.getByRole("row", { name: /Rollout 100\s%.*12.5\s%/ })).toBeVisible();
  await expect(page.getByText("1 line added, 1 removed")).toBeVisible();
  await expect(page.getByText(/hidden lines/).first()).toBeVisible();
  await page.getByRole("button", { name: "Full text" }).click();
  await expect(page.getByText(/hidden lines/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: /Copy as cURL/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('"passPercentage":12.5');
  expect(copied).toContain("<API_KEY>");
  expect(copied).toMatch(/If-Match: "\d+"/);
  await page.getByRole("button", { name: "Back to editing" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("No changes")).toBeVisible();
});

test("two tabs notice each other, keep drafts apart, and merge what does not conflict", async ({
  signedIn: page,
  service,
  context,
}) => {
  await page.goto(at(service, "search_ranking", "?tab=settings"));
  await description(page).fill("Written in the first tab");
  const other = await context.newPage();
  await other.goto(`${service.url}/#key=journey-key-0123456789abcdef`);
  await other.goto(at(service, "search_ranking", "?tab=settings"));
  await expect(page.getByText(/open in another tab too/)).toBeVisible();
  await expect(other.getByText(/open in another tab too/)).toBeVisible();
  await expect(description(other)).not.toHaveValue("Written in the first tab");

  await other.getByRole("switch").first().click();
  await description(other).fill("Written in the second tab");
  await review(other);
  await save(other);
  await expect(other.getByText(/is saved as you asked/)).toBeVisible();

  await expect(page.getByText(/saved a newer version of this config/)).toBeVisible();
  await expect(description(page)).toHaveValue("Written in the first tab");
  await page.getByRole("button", { name: "Merge latest changes" }).click();
  await expect(page.getByText(/Will be merged from .* with your answers: Status/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Will be merged from .* with your answers: Status/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Review changes" })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await review(page);
  await save(page);
  await expect(page.getByText(/is saved as you asked/)).toBeVisible();
  const now = await stored(service, "search_ranking");
  expect(now).toContain("Written in the first tab");
  expect(now).toContain('"isEnabled":false');
});

test("a key that expires in the middle of an edit is asked for, and the draft is as it was", async ({
  page,
  service,
}) => {
  await service.kill("SIGTERM");
  const [key = ""] = service.keys("create", "--name", "Short lived").split("\n");
  const id = /^(\S+) .*Short lived$/m.exec(service.keys("list"))?.[1] ?? "";
  await service.start();
  await page.goto(`${service.url}/#key=${key}`);
  await page.goto(at(service, "loyalty_tiers", "?tab=settings"));
  await description(page).fill("Typed before the key went");
  await expect(page.getByText(/Draft kept in this browser/)).toBeVisible();
  await service.kill("SIGTERM");
  service.keys("revoke", id);
  await service.start();
  await review(page);
  await page.getByLabel(/API key/i).fill(apiKey);
  await page.keyboard.press("Enter");
  await expect(description(page)).toHaveValue("Typed before the key went");
  await expect(page.getByText(/answered 401/)).toHaveCount(0);
  await review(page);
  await save(page);
  await expect(page.getByText(/is saved as you asked/)).toBeVisible();
  expect(await stored(service, "loyalty_tiers")).toContain("Typed before the key went");
});

test("a draft survives a crash of the page, stands in the list, and is discarded only when asked", async ({
  signedIn: page,
  service,
  context,
}) => {
  await page.goto(at(service, "returns_policy", "?tab=settings"));
  await description(page).fill("Half a sentence");
  await expect(page.getByText(/Draft kept in this browser/)).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await again.goto(`${service.url}/#key=journey-key-0123456789abcdef`);
  await again.goto(`${service.url}/demo/dynamic_configs`);
  const drafts = again.getByRole("region", { name: "My drafts" });
  await drafts.getByRole("link", { name: "Returns policy" }).click();
  await again.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(description(again)).toHaveValue("Half a sentence");
  await expect(again.getByText(/was restored/)).toBeVisible();
  await again.getByRole("button", { name: "Discard" }).click();
  await again.getByRole("button", { name: "Discard the draft" }).click();
  await again.goto(`${service.url}/demo/dynamic_configs`);
  await expect(again.getByRole("table", { name: "Dynamic configs" })).toBeVisible();
  await expect(drafts).toHaveCount(0);
});

test("by keyboard alone: change, review, save, undo, and find both in the history", async ({
  signedIn: page,
  service,
}) => {
  const press = async (name: string | RegExp, role: "button" | "link" = "button") => {
    await page.getByRole(role, { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  await page.goto(at(service, "support_hours", "?tab=settings"));
  const before = await description(page).inputValue();
  await description(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("A mistake");
  await press("Review changes");
  await press(/^Save$/);
  await expect(page.getByText(/is saved as you asked/)).toBeVisible();
  expect(await stored(service, "support_hours")).toContain("A mistake");
  await press("Undo");
  await press("Review changes");
  await press(/^Save$/);
  await expect(page.getByText(/is saved as you asked/)).toBeVisible();
  await expect(description(page)).toHaveValue(before);
  await press("History", "link");
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /Description A mistake became/ })
      .last(),
  ).toBeVisible();
  await expectAccessible(page);
});

test("try it: a user, the rule that decides, and why the ones before it did not", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(at(service, "shipping_options", "?tab=trial"));
  await page.getByLabel("Country").fill("FR");
  await page.getByLabel("E-mail").fill("ada@havnhytte.example");
  const result = page.getByRole("region", { name: "What the user gets" });
  await expect(result.getByText(/Rule 1, Staff, fits and takes/)).toBeVisible();
  await page.getByLabel("E-mail").fill("ada@elsewhere.example");
  await expect(result.getByText(/here it is “ada@elsewhere.example”/)).toBeVisible();
  await expect(result.getByText(/here it is “FR”/)).toBeVisible();
  await expectAccessible(page);
});

test("a double click on the review saves nothing, and the browser's Back leads from it to the form", async ({
  signedIn: page,
  service,
}) => {
  const before = await stored(service, "image_delivery");
  await page.goto(`${service.url}/demo/dynamic_configs`);
  await page.getByRole("link", { name: "Image delivery" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await description(page).fill("Not for production yet");
  await page.getByRole("button", { name: "Review changes" }).hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  // The second click comes late, as in a slow double click.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Review 1 change");
  expect(await stored(service, "image_delivery")).toBe(before);
  await page.goBack();
  await expect(title).toHaveText("Image delivery");
  await expect(description(page)).toHaveValue("Not for production yet");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard the draft" }).click();
});

test("by keyboard alone: a rule is removed and put back, and a new one named, split and saved", async ({
  signedIn: page,
  service,
}) => {
  const press = async (name: string | RegExp) => {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  const focused = page.locator(":focus");
  await page.goto(at(service, "homepage_layout"));
  await press("Delete");
  await expect(focused).toHaveText("Block order");
  await press(/^Put .* back$/);
  await expect(page.getByText("No changes")).toBeVisible();
  await press("Add rule");
  await expect(focused).toHaveValue("New rule");
  await page.keyboard.type("Named");
  await press("Split into variants");
  const variant = page.getByRole("textbox", { name: "Name of the variant" });
  await expect(variant).toHaveValue("Variant");
  await expect(focused).toHaveText("Add variant");
  await page.keyboard.press("Enter");
  // The address selects the new variant: until then “Delete variant” belongs to the previous one, which disappears together
  // with the focus.
  await expect(variant).toHaveValue("Variant 2");
  await expect(focused).toHaveText("Add variant");
  await press("Delete variant");
  await expect(focused).toHaveAccessibleName(/Variants/);
  await expectAccessible(page);
  await press("Review changes");
  await expect(page.getByRole("heading", { level: 1, name: "Review 1 change" })).toBeVisible();
  await press(saveName);
  await expect(page.getByText(/is saved as you asked/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /Named/ })).toBeVisible();
});

test("after a save the page stays where the reader was", async ({ signedIn: page, service }) => {
  await page.setViewportSize({ width: 1000, height: 220 });
  await page.goto(at(service, "search_ranking", "?tab=settings"));
  await description(page).fill("Written far below");
  await description(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(50);
  await review(page);
  await expect(page.getByRole("heading", { level: 1, name: /^Review/ })).toBeInViewport();
  await save(page);
  await expect(page.getByRole("status").getByText(/^Saved as version \d+$/)).toBeVisible();
  await expect(description(page)).toBeInViewport();
});

for (const width of [1440, 390])
  test(`at ${width} px “Saved” stands above the next step, at the foot of a page and of a rule`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    // The message disappears after six seconds, on a slow machine before the footer is drawn: here it stays for a minute.
    await page.addInitScript(() => {
      const own = setTimeout;
      const slower = (work: () => void, ms?: number) => own(work, ms === 6000 ? 60_000 : ms);
      Object.assign(globalThis, { setTimeout: slower });
    });
    const saveAndSee = async () => {
      await review(page);
      // The review loads its editors first.
      await expect(page.getByRole("button", { name: saveName })).toBeVisible();
      // Checked by the page itself in every frame.
      const stands = () =>
        page.waitForFunction(
          () => {
            const said = [...document.querySelectorAll("[role=status] *")].find((one) =>
              /^Saved as version \d+$/.test(one.textContent),
            );
            const feet = [...document.querySelectorAll("footer")].map(
              (foot) => foot.getBoundingClientRect().top,
            );
            const room = said ? Math.min(...feet) - said.getBoundingClientRect().bottom : -1;
            return room >= 0 && room < 100;
          },
          undefined,
          { polling: "raf", timeout: 20_000 },
        );
      await Promise.all([stands(), save(page)]);
    };
    await page.goto(at(service, "image_delivery", "?tab=settings"));
    await description(page).fill(`Saved at ${width} px`);
    await saveAndSee();
    await page.goto(`${service.url}/demo/gates/wishlist_sharing`);
    await page.getByRole("button", { name: /^(Web|Saved at .*)$/ }).click();
    const rule = page.getByRole("complementary", { name: "Edit rule 2" });
    await rule.locator("#rule-1-name").fill(`Saved at ${width} px`);
    await saveAndSee();
    await expect(rule).toBeVisible();
  });
