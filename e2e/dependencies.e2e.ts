// The dependencies of a gate: shown before a change, navigated by keyboard, fixed, exported; and the back-test with the users
// of recent events.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

const asks = (...gates: string[]) => [
  {
    name: "Asks",
    passPercentage: 100,
    conditions: gates.map((targetValue) => ({ type: "passes_gate", targetValue })),
  },
];
const everyone = [{ name: "Everyone", passPercentage: 60, conditions: [{ type: "public" }] }];

/** Imports a project file while the service is stopped, so no page may send requests meanwhile. */
async function importProject(page: Page, service: Service, project: object) {
  await page.goto("about:blank");
  const folder = mkdtempSync(join(tmpdir(), "assay-project-"));
  const file = join(folder, "project.json");
  writeFileSync(file, JSON.stringify(project));
  await service.kill("SIGTERM");
  execFileSync(process.execPath, ["dist/service/import.js", "project", file, "--data-dir", service.dataDir]);
  rmSync(folder, { recursive: true });
  await service.start();
}

const gate = (id: string, rules: object[]) => ({
  id,
  name: id,
  rules,
  isEnabled: true,
  status: "In Progress",
});

const openGate = async (page: Page, service: Service, path: string) => {
  await page.goto(`${service.url}/demo/gates/${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

test("a percentage three levels under a running experiment meets the notice, and its reason is kept", async ({
  signedIn: page,
  service,
}) => {
  await importProject(page, service, {
    gates: [
      gate("ground", everyone),
      gate("first_floor", asks("ground")),
      gate("second_floor", asks("first_floor")),
    ],
    experiments: [
      {
        id: "attic",
        name: "Attic",
        status: "active",
        startTime: Date.now() - 5 * 86_400_000,
        duration: 30,
        targetingGateID: "second_floor",
        groups: [
          { id: "old", name: "Old", size: 50 },
          { id: "new", name: "New", size: 50 },
        ],
      },
    ],
  });
  await openGate(page, service, "ground");
  await page.getByRole("button", { name: "Everyone", exact: true }).click();
  await page.getByRole("textbox", { name: "Rollout" }).fill("40");
  const impact = page.getByRole("region", { name: "What this change affects" });
  await expect(
    impact.getByText("Attic is running on second_floor, which depends on this gate"),
  ).toBeVisible();
  await expect(impact).toContainText("can no longer be read as one test");
  await expect(impact).toContainText("ground → first_floor → second_floor → experiment Attic");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Review changes" }).click();
  const save = page.getByRole("button", { name: "Save to production" });
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("textbox", { name: "Why this change is made" }).fill("Agreed with the team of Attic");
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText(/saved as you asked/)).toBeVisible();
  expect(await service.call("GET", "/gates/ground")).toMatchObject({
    data: { lastModifiedReason: "Agreed with the team of Attic", rules: [{ passPercentage: 40 }] },
  });
});

test("a circle of gates is found in the references and fixed", async ({ signedIn: page, service }) => {
  await importProject(page, service, {
    gates: [gate("hen", asks("egg")), gate("egg", [...asks("hen"), ...everyone])],
  });
  await openGate(page, service, "hen?tab=references");
  const fixes = page.getByRole("region", { name: "To fix" });
  await expect(fixes).toContainText("hen → egg → hen is a circular dependency, so nobody can be judged.");
  await expect(fixes.getByRole("img", { name: "To fix" }).first()).toBeVisible();
  await expectAccessible(page);

  await fixes.getByRole("link", { name: "rule 1 of egg" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "egg" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Edit rule 1" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Save to production" }).click();
  await expect(page.getByText(/saved as you asked/)).toBeVisible();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("tree", { name: "Used by" })).toBeVisible();
  // If the graph was drawn before the references were read again, it marks the reference as fixed.
  await expect(fixes.getByRole("img", { name: "To fix" })).toHaveCount(0);
});

test("a reference that a colleague breaks before the reader's save comes below the graph, and nothing moves", async ({
  signedIn: page,
  service,
}) => {
  await importProject(page, service, { gates: [gate("cellar", everyone), gate("garden", asks("cellar"))] });
  await openGate(page, service, "garden?tab=settings");
  await page.getByRole("textbox", { name: "Description" }).fill("Behind the house");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("tree", { name: "Depends on" })).toBeVisible();
  await service.call("PUT", "/gates/cellar/archive", { forceArchive: true });
  await page.route("**/dependencies", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const fixes = page.getByRole("region", { name: /^To fix/ });
  await expect(fixes).toContainText("The gate garden refers to the gate cellar, which is archived.");
});

test("keys alone lead through the tree and the graph, and both are exported", async ({
  signedIn: page,
  service,
}) => {
  await openGate(page, service, "checkout_eligible?tab=references");
  const tree = page.getByRole("tree", { name: "Used by" });
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("s");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem", { name: /^One-click reorder/ })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem", { name: /^One-click reorder/ })).toBeHidden();

  await page.getByRole("button", { name: /^Gate Checkout eligible/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Leave focus" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const taken = new Map<string, string>();
  for (const item of ["Save the graph as SVG", "Save as Markdown"]) {
    await page.getByRole("button", { name: "Export the dependencies" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    const saved = await download;
    taken.set(saved.suggestedFilename().split(".").at(-1) ?? "", readFileSync(await saved.path(), "utf8"));
  }
  expect(taken.get("md")).toContain("  - **Shipping options**: Dynamic config, Enabled; Rule 4");
  // Exported pictures use the light theme's colours, although the page is dark now.
  expect(taken.get("svg")).toMatch(/<rect y="0" [^>]*fill="#ffffff"\/>/);
  expect(taken.get("svg")).not.toContain("var(");
  expect(taken.get("svg")).toContain("One-page checkout");
});

test("a draft is tried on the users of recent events, and who would switch is listed with the reason", async ({
  signedIn: page,
  service,
}) => {
  await openGate(page, service, "checkout_eligible");
  await page.getByRole("button", { name: "EU web shoppers", exact: true }).click();
  await page.getByRole("textbox", { name: "Rollout" }).fill("40");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Back-test" }).click();
  await expect(page.getByText(/^Of 3,000 users, \d+ lose it\.$/)).toBeVisible();
  const rows = page.getByRole("table", { name: "Users who would switch" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/Loses it.*takes 40 % instead of 100 %/);
  await expect(page.getByRole("region", { name: "What this does not know" })).toContainText("E-mail");
  await expectAccessible(page);
});
