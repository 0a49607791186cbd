// The import page: a file is dropped or chosen, its columns are shown and assigned, and the result is reported with the next
// steps.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fireEvent, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadEntities } from "#service/database/entities.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storedExperiment } from "#testing/stored-experiments.ts";
import { uploadThroughFetch } from "#testing/upload-through.ts";

let folder: string;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-import-page-"));
  service = await testApp({ environment: { DATA_DIR: folder } });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const shop = [
  "user_id,event,at,price,country",
  "u1,purchase,2026-10-01T08:00:00Z,12.5,DE",
  "u2,purchase,2026-10-01T09:00:00Z,7,SE",
];
const fileOf = (lines: readonly string[], name = "shop.csv") => new File([`${lines.join("\n")}\n`], name);

async function opened(search = "?import=true", key = "write", options: ConsoleOptions = {}) {
  const view = await consoleAt(`/demo/events${search}`, { service, key, ...options });
  uploadThroughFetch();
  await view.findByRole("heading", { level: 1, name: "Import a file" });
  return view;
}
const choose = async (view: Awaited<ReturnType<typeof opened>>, file: File) =>
  view.user.upload(view.getByLabelText("File to import"), file);

test("a file is read, its columns are guessed and shown, it is imported, listed and undone", async () => {
  const view = await opened();
  expect(await view.findByText("No file was imported yet.")).toBeTruthy();
  await choose(view, fileOf(shop));
  const preview = within(await view.findByRole("region", { name: "First rows of the file" }));
  expect(preview.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "user_idUser",
    "eventEvent name",
    "atTime",
    "priceValue",
    "countryKept",
  ]);
  expect(document.activeElement?.textContent).toContain("Which column holds what?");
  await view.user.click(view.getByRole("button", { name: "Remove country" }));
  expect(preview.getByRole("columnheader", { name: /country Left out|countryLeft out/ })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Import these events" }));
  expect(await view.findByText("2 events of shop.csv are in the log")).toBeTruthy();
  const rows = "select unit_id, value, metadata from event order by unit_id";
  expect(await service.database.query(rows)).toEqual([
    { unit_id: "u1", value: "12.5", metadata: {} },
    { unit_id: "u2", value: "7", metadata: {} },
  ]);
  await view.user.click(view.getByRole("button", { name: "Import another file" }));
  expect(await view.findByText(/2 events by Test writer/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Undo the import of shop.csv" }));
  const dialog = within(await view.findByRole("alertdialog", { name: "Undo the import of shop.csv?" }));
  await view.user.click(dialog.getByRole("button", { name: "Undo the import" }));
  expect(await view.findByText("No file was imported yet.")).toBeTruthy();
  expect(await service.database.query(rows)).toEqual([]);
  expect(await view.findByText("Drop a file here")).toBeTruthy();
});

test("bad rows are listed by line, nothing is stored, and the rest can be imported without them", async () => {
  const view = await opened();
  await choose(view, fileOf([...shop, "u3,purchase,yesterday,1,DE"]));
  await view.user.click(await view.findByRole("button", { name: "Import these events" }));
  const alert = within(await view.findByRole("alert"));
  expect(alert.getByText("1 row cannot be read, so nothing was stored")).toBeTruthy();
  expect(alert.getByRole("list", { name: "Bad rows" }).textContent).toBe(
    "Line 4: Not a time in at: 'yesterday'",
  );
  expect(await service.database.query("select 1 from event")).toEqual([]);
  await view.user.click(alert.getByRole("button", { name: "Import without them" }));
  expect(await view.findByText("2 events of shop.csv are in the log")).toBeTruthy();
  expect(view.getByText("1 bad row was left out:")).toBeTruthy();
});

test("after a refusal, going back leads to the columns as they were chosen, also after a reload", async () => {
  const view = await opened();
  await choose(view, fileOf([...shop, "u3,purchase,yesterday,1,DE"]));
  await view.user.click(await view.findByRole("button", { name: "Remove country" }));
  await view.user.click(view.getByRole("button", { name: "Import these events" }));
  expect(await view.findByText(/1 row cannot be read/)).toBeTruthy();
  view.router.history.back();
  expect(await view.findByRole("columnheader", { name: /country ?Left out/ })).toBeTruthy();
  view.unmount();
  const again = await opened();
  expect(await again.findByRole("columnheader", { name: /country ?Left out/ })).toBeTruthy();
  await again.user.click(again.getByRole("button", { name: "Choose another file" }));
  again.unmount();
  expect(await (await opened()).findByText("Drop a file here")).toBeTruthy();
});

test("bad rows can be left out after a reload, as long as the service has the file", async () => {
  const view = await opened();
  await choose(view, fileOf([...shop, "u3,purchase,yesterday,1,DE"]));
  await view.user.click(await view.findByRole("button", { name: "Import these events" }));
  expect(await view.findByRole("button", { name: "Import without them" })).toBeTruthy();
  const { job = "" } = view.router.state.location.search;
  view.unmount();
  const other = await opened(`?import=true&job=of-before`);
  expect(await other.findByText("Nothing was imported")).toBeTruthy();
  expect(other.queryByRole("button", { name: "Change the columns" })).toBeNull();
  other.unmount();
  const again = await opened(`?import=true&job=${job}`);
  expect(await again.findByRole("button", { name: "Change the columns" })).toBeTruthy();
  await again.user.click(again.getByRole("button", { name: "Import without them" }));
  expect(await again.findByText("2 events of shop.csv are in the log")).toBeTruthy();
  again.unmount();
  expect(await (await opened()).findByText("Drop a file here")).toBeTruthy();
});

test("a file that the service has lost since a reload is to be chosen again", async () => {
  const view = await opened();
  await choose(view, fileOf([...shop, "u3,purchase,yesterday,1,DE"]));
  await view.user.click(await view.findByRole("button", { name: "Import these events" }));
  expect(await view.findByRole("button", { name: "Import without them" })).toBeTruthy();
  const { job = "" } = view.router.state.location.search;
  view.unmount();
  const again = await opened(`?import=true&job=${job}`, "write", {
    intercept: ({ url, method }) =>
      method === "POST" && url.endsWith("/imports")
        ? Response.json({ status: 404, message: "File not found." }, { status: 404 })
        : undefined,
  });
  await again.user.click(await again.findByRole("button", { name: "Import without them" }));
  expect(await again.findByText(/^The service does not have the file any more/)).toBeTruthy();
  expect(again.getByText("Drop a file here")).toBeTruthy();
});

test("what separates the columns of a file is said where it is not a comma", async () => {
  const view = await opened();
  await choose(view, fileOf(shop.map((line) => line.replaceAll(",", ";"))));
  const title = await view.findByRole("heading", { name: /^Which column holds what/ });
  expect(title.textContent).toMatch(/shop\.csv, \d+.B, columns separated by semicolons$/);
  expect(view.getAllByRole("columnheader")).toHaveLength(5);
  await view.user.click(view.getByRole("button", { name: "Choose another file" }));
  await choose(view, fileOf(shop));
  expect((await view.findByRole("heading", { name: /^Which column/ })).textContent).toMatch(/ \d+.B$/);
});

test("exposures are imported into the experiment that the reader came from", async () => {
  const experiment = storedExperiment({ id: "form", name: "Form" });
  await service.database.transaction((transaction) =>
    loadEntities(transaction, "experiment", [{ document: experiment, references: [] }]),
  );
  const view = await opened("?import=true&experiment=form");
  const [group] = experiment.groups;
  fireEvent.drop(view.getByText("Drop a file here"), {
    dataTransfer: { files: [fileOf(["user,variant,time", `u1,${group?.name},1790000000`], "form.csv")] },
  });
  expect(await view.findByRole("button", { name: "Remove Form" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Import these exposures" }));
  expect(await view.findByText("1 exposure of form.csv is in the log")).toBeTruthy();
  expect(view.getByRole("link", { name: "Open the experiment" }).getAttribute("href")).toBe(
    "/demo/experiments/form",
  );
});

test("what is missing is said at its field, and a file that cannot be read names the reason", async () => {
  const view = await opened();
  await choose(view, new File(["x"], "shop.csv"));
  expect((await view.findByRole("alert")).textContent).toContain("No row of the file can be read");
  await choose(view, fileOf(["who;what", "u1;x"]));
  await view.user.click(await view.findByRole("button", { name: "Import these events" }));
  expect((await view.findAllByText("Required")).length).toBe(3);
});

test("a file that the service has lost is sent again, with the columns as they were chosen", async () => {
  let isLost = true;
  const view = await opened("?import=true", "write", {
    intercept: ({ url, method }) => {
      if (!isLost || method !== "POST" || !url.endsWith("/imports")) return undefined;
      isLost = false;
      return Response.json({ status: 404, message: "File not found." }, { status: 404 });
    },
  });
  await choose(view, fileOf(shop));
  await view.user.click(await view.findByRole("button", { name: "Remove country" }));
  await view.user.click(view.getByRole("button", { name: "Import these events" }));
  expect(await view.findByText("2 events of shop.csv are in the log")).toBeTruthy();
  const rows = await service.database.query("select metadata from event");
  expect(rows).toEqual([{ metadata: {} }, { metadata: {} }]);
});

test("an import that the service does not know any more stored nothing", async () => {
  const view = await opened("?import=true&job=of-before");
  const alert = within(await view.findByRole("alert"));
  expect(alert.getByText("Nothing was imported")).toBeTruthy();
  await view.user.click(alert.getByRole("button", { name: "Import another file" }));
  expect(await view.findByText("Drop a file here")).toBeTruthy();
});

test("a key that can only read sees the imports and why it cannot import", async () => {
  const view = await opened("?import=true", "read");
  expect((await view.findAllByText(/can only read/)).length).toBeGreaterThan(0);
  const button = view.getByRole("button", { name: "Choose a file" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(await view.findByText("No file was imported yet.")).toBeTruthy();
});
