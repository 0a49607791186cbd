import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const gates = [
  storedGate("checkout", { name: "Checkout", tags: ["payment"], checksPerHour: 12 }),
  storedGate("banner", { name: "Banner", status: "Disabled", lastModifiedTime: testNow - 1000 }),
  storedGate("search", { name: "Search", status: "Launched", checksPerHour: 900 }),
  storedGate("gone", { name: "Gone", status: "Archived" }),
];

const gateList = (path = "/demo/gates") =>
  consoleAt(path, { fill: (service) => storeGates(service, ...gates) });

const namesShown = (view: { container: HTMLElement }) =>
  [...view.container.querySelectorAll("tbody tr td:first-child a")].map((link) => link.textContent);

test("lists every gate that is not archived, the newest change first", async () => {
  const view = await gateList();
  await view.findByRole("link", { name: "Checkout" });
  await expect.poll(() => namesShown(view)).toEqual(["Checkout", "Search", "Banner"]);
  expect(view.getByRole("columnheader", { name: "Changed" }).getAttribute("aria-sort")).toBe("descending");
  expect(view.getByRole("row", { name: /Banner.*Disabled.*Nobody/ })).toBeTruthy();
});

test("a key of a search is asked for before the page is drawn with it", async () => {
  // The same meta element that the service writes into the page.
  document.head.innerHTML = '<meta name="api-key-header" content="SERVICE-API-KEY">';
  const asked: (string | null)[] = [];
  const view = await consoleAt("/demo/gates", {
    fill: (service) => storeGates(service, ...gates),
    intercept: ({ url }) => {
      asked.push(new URL(url).searchParams.get("named"));
      return undefined;
    },
  });
  await view.findByRole("link", { name: "Checkout" });
  fireEvent.change(view.getByRole("searchbox", { name: "Filter by name or id" }), {
    target: { value: "sea" },
  });
  expect(asked.filter((named) => named === "sea")).toHaveLength(1);
  await expect.poll(() => namesShown(view)).toEqual(["Search"]);
  expect(asked.filter((named) => named === "sea")).toHaveLength(1);
  document.head.innerHTML = "";
});

test("filters by text and keeps the filter in the address", async () => {
  const view = await gateList();
  await view.user.type(await view.findByRole("searchbox", { name: "Filter by name or id" }), "sea");
  await expect.poll(() => namesShown(view)).toEqual(["Search"]);
  expect(view.router.state.location.search).toMatchObject({ search: "sea" });
});

test("filters by status, also archived ones", async () => {
  const view = await gateList();
  await view.user.click(await view.findByRole("button", { name: "Status", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "Archived" }));
  await expect.poll(() => namesShown(view)).toEqual(["Gone"]);
});

test("opens with the filters, order and page size of a shared link", async () => {
  const view = await gateList("/demo/gates?sort=checks&order=descending&limit=10");
  await view.findByRole("link", { name: "Checkout" });
  await expect.poll(() => namesShown(view)).toEqual(["Search", "Checkout", "Banner"]);
});

test("a broken link still opens the list", async () => {
  const view = await gateList("/demo/gates?sort=nothing&page=-3&limit=many&status=5");
  expect(await view.findByRole("link", { name: "Checkout" })).toBeTruthy();
});

test("says that nothing fits, and clears the filters", async () => {
  const view = await gateList("/demo/gates?search=zzz");
  expect(await view.findByText("No gate fits these filters.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Clear the filters" }));
  await expect.poll(() => namesShown(view)).toHaveLength(3);
});

test("asks for a key when the service refuses the one in use, and goes on with a better one", async () => {
  const view = await consoleAt("/demo/gates", {
    key: "wrong",
    fill: (service) => storeGates(service, ...gates),
  });
  expect(await view.findByRole("heading", { name: "The service did not accept this key" })).toBeTruthy();
  await view.user.type(view.getByLabelText("API key"), "wrong again");
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByText("The service does not know this key.")).toBeTruthy();
  await view.user.clear(view.getByLabelText("API key"));
  await view.user.type(view.getByLabelText("API key"), view.service.keys.read);
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByRole("link", { name: "Checkout" })).toBeTruthy();
});

test("the palette finds a gate by its id and opens ids that were never listed", async () => {
  const view = await gateList();
  await view.findByRole("link", { name: "Checkout" });
  await view.user.keyboard("{Control>}k{/Control}");
  await view.user.type(await view.findByRole("combobox", { name: "Find or jump to" }), "bann");
  expect(await view.findByRole("option", { name: /Banner/ })).toBeTruthy();
  expect(view.queryByRole("option", { name: /Open the/ })).toBeNull();
  await view.user.keyboard("x");
  expect(await view.findByText("Nothing here has this name, id or text")).toBeTruthy();
  expect(view.getAllByRole("option")).toHaveLength(2);
  expect(view.getByRole("option", { name: /user.*bannx/i })).toBeTruthy();
  await view.user.click(view.getByRole("option", { name: /Open the gate with id “bannx”/ }));
  expect(await view.findByRole("heading", { name: "There is no gate with this id" })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Banner/ })).toBeTruthy();
});

const day = 86_400_000;
const left = { createdTime: testNow - 90 * day, lastModifiedTime: testNow - 60 * day, checksPerHour: 5 };

test("stale gates say why, and can be filtered by it", async () => {
  const view = await consoleAt("/demo/gates", {
    fill: (service) =>
      storeGates(service, ...gates, storedGate("empty", { name: "Empty", ...left }), {
        ...storedGate("done", { name: "Done", ...left }),
        status: "Launched",
      }),
  });
  expect(await view.findByRole("row", { name: /Empty.*Stale, no rules/ })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Stale", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "Probably launched" }));
  await expect.poll(() => namesShown(view)).toEqual(["Done"]);
  expect(view.router.state.location.search).toMatchObject({ stale: ["STALE_PROBABLY_LAUNCHED"] });
});

test("what is in view gets a name, and opens by it again", async () => {
  const view = await gateList("/demo/gates?search=sea&sort=checks");
  await view.user.click(await view.findByRole("button", { name: "Views" }));
  await view.user.type(await view.findByLabelText("Name for what is in view"), "My search{Enter}");
  await view.user.click(await view.findByRole("button", { name: "Everything in use" }));
  await expect.poll(() => namesShown(view)).toHaveLength(3);
  await view.user.click(view.getByRole("button", { name: "Views" }));
  await view.user.click(await view.findByRole("button", { name: "My search" }));
  await expect.poll(() => namesShown(view)).toEqual(["Search"]);
  expect(view.router.state.location.search).toMatchObject({ search: "sea", sort: "checks" });
});

const storedGateOf = async ({ service }: Awaited<ReturnType<typeof gateList>>, id: string) =>
  Gate.parse((await service.request("GET", `/console/v1/gates/${id}`)).body.data);
const tagsOf = async (view: Awaited<ReturnType<typeof gateList>>, id: string) =>
  (await storedGateOf(view, id)).tags;

test("tags of several gates change together; what failed is listed by name and tried again", async () => {
  let isBannerRefused = true;
  const sent: string[] = [];
  const view = await consoleAt("/demo/gates", {
    fill: (service) => storeGates(service, ...gates),
    intercept: (request) => {
      const { pathname, search } = new URL(request.url);
      if (request.method !== "PATCH") return undefined;
      sent.push(`${pathname}${search}`);
      return isBannerRefused && pathname.endsWith("banner") && !search.includes("dryRun=true")
        ? Response.json({ status: 500, message: "It broke" }, { status: 500 })
        : undefined;
    },
  });
  await view.user.click(await view.findByRole("button", { name: "Tag several" }));
  // The reason for the disabled button is visible in the bar, not only available to screen readers.
  expect(await view.findByText("Choose at least one gate", { selector: ":not(.sr-only)" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Choose all 3 found" }));
  await view.findByText("3 chosen");
  await view.user.click(view.getByRole("checkbox", { name: "Choose Search" }));
  expect(view.getByText("2 chosen")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Change tags" }));
  const dialog = within(await view.findByRole("alertdialog", { name: "Change the tags of 2 gates" }));
  await view.user.type(dialog.getByLabelText("Add"), "core{Enter}");
  await view.user.type(dialog.getByLabelText("Remove"), "payment{Enter}");
  await view.user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "One team now");
  await view.user.click(dialog.getByRole("button", { name: "Review the change" }));
  expect(await dialog.findByText("payment → core")).toBeTruthy();
  expect(sent.every((address) => address.includes("dryRun=true"))).toBe(true);
  expect(await tagsOf(view, "checkout")).toEqual(["payment"]);
  await view.user.click(dialog.getByRole("button", { name: "Save 2 gates" }));
  expect(await dialog.findByText("Not saved: 1")).toBeTruthy();
  expect(dialog.getByText("It broke")).toBeTruthy();
  expect(await tagsOf(view, "checkout")).toEqual(["core"]);
  isBannerRefused = false;
  await view.user.click(dialog.getByRole("button", { name: "Try 1 gate again" }));
  expect(await dialog.findByText("Saved: 2")).toBeTruthy();
  expect(await storedGateOf(view, "banner")).toMatchObject({
    tags: ["core"],
    lastModifiedReason: "One team now",
  });
  expect(await tagsOf(view, "search")).toEqual([]);
});

const many = Array.from({ length: 45 }, (_, index) =>
  storedGate(`gate_${index}`, { name: `Gate ${index}`, tags: index % 2 ? ["odd"] : [] }),
);
/** Opens the list with many gates; also returns the URLs of the list requests. */
async function listOfMany(answer: (address: URL) => Response | undefined = () => undefined) {
  const asked: string[] = [];
  const view = await consoleAt("/demo/gates", {
    fill: (service) => storeGates(service, ...many),
    intercept: (request) => {
      const address = new URL(request.url);
      if (request.method !== "GET" || address.pathname !== "/console/v1/gates") return undefined;
      asked.push(address.search);
      return answer(address);
    },
  });
  await view.findByRole("link", { name: "Gate 0" });
  return { view, asked };
}

test("reads the page in view and no other, and says how many each filter would show", async () => {
  const { view, asked } = await listOfMany();
  await expect.poll(() => namesShown(view)).toHaveLength(20);
  expect(view.getByText("45 gates")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Next page" }));
  expect(await view.findByRole("link", { name: "Gate 20" })).toBeTruthy();
  expect(asked).toEqual([
    expect.stringContaining("page=1&limit=20"),
    expect.stringContaining("page=2&limit=20"),
  ]);
  await view.user.click(view.getByRole("button", { name: "Tags", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "odd", description: "22" }));
  expect(await view.findByText("1–20 of 22")).toBeTruthy();
});

test("a search that is not answered keeps its field, and goes on when it is", async () => {
  let isAway = false;
  const { view } = await listOfMany(({ searchParams }) =>
    isAway && searchParams.has("named")
      ? Response.json({ status: 403, message: "It broke" }, { status: 403 })
      : undefined,
  );
  isAway = true;
  const field = view.getByRole("searchbox", { name: "Filter by name or id" });
  await view.user.type(field, "44");
  expect(await view.findByText("The list could not be read")).toBeTruthy();
  expect(namesShown(view)).toEqual([]);
  expect(field).toHaveProperty("value", "44");
  isAway = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  await expect.poll(() => namesShown(view)).toEqual(["Gate 44"]);
});

test("all that are found are chosen on every page; one that somebody saved meanwhile is tried again as it is then", async () => {
  const { view } = await listOfMany();
  await view.user.click(view.getByRole("button", { name: "Tag several" }));
  await view.user.click(view.getByRole("button", { name: "Choose all 45 found" }));
  await view.findByText("45 chosen");
  await view.user.click(view.getByRole("button", { name: "Change tags" }));
  const dialog = within(await view.findByRole("alertdialog", { name: "Change the tags of 45 gates" }));
  await view.user.type(dialog.getByLabelText("Add"), "core{Enter}");
  await view.user.click(dialog.getByRole("button", { name: "Review the change" }));
  const save = await dialog.findByRole("button", { name: "Save 45 gates" });
  await view.service.request("PATCH", "/console/v1/gates/gate_44", { body: { tags: ["theirs"] } });
  await view.user.click(save);
  expect(await dialog.findByText("Somebody saved it meanwhile.")).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Try 1 gate again" }));
  expect(await dialog.findByText("Saved: 45")).toBeTruthy();
  expect([await tagsOf(view, "gate_44"), await tagsOf(view, "gate_43")]).toEqual([
    ["theirs", "core"],
    ["odd", "core"],
  ]);
});
