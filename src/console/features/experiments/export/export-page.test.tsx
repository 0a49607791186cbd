import { waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment, storedExperiment } from "#testing/stored-experiments.ts";
import { writeEntity } from "#service/database/entities.ts";

type Service = Awaited<ReturnType<typeof serviceWithExperiment>>;

const files: { name: string; content: Blob }[] = [];

/** jsdom saves no files, so the tests collect here what would be saved. */
beforeEach(() => {
  files.length = 0;
  let content = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content });
  });
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) content = blob;
    return "blob:test";
  };
  URL.revokeObjectURL = () => {};
});

const page = async (service: Service, search = "") =>
  consoleAt(`/demo/experiments/form${search}`, { service });
type View = Awaited<ReturnType<typeof page>>;

async function exportAs(view: View, name: string) {
  await view.user.click(await view.findByRole("button", { name: "Export" }));
  await view.user.click(await view.findByRole("menuitem", { name }));
}

/** Returns the only saved file as text. */
async function savedText(view: View, name: string) {
  await exportAs(view, name);
  await waitFor(() => expect(files).toHaveLength(1));
  const [file] = files;
  return { name: file?.name, text: new TextDecoder().decode(await file?.content.arrayBuffer()) };
}

test("the verdict is copied as sentences, and that is confirmed", async () => {
  const view = await page(await serviceWithExperiment({}));
  await exportAs(view, "Copy as sentences");
  expect(await view.findByText("The verdict is copied")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toMatch(
    /^Form: With New it depends on the analysis whether Orders got better; Express is better on Orders, but worse on Complaints\. .*\(judged at 95\s%.*; data [\da-f]{16}, computed /,
  );
});

test("what is exported is what is read: at another level the numbers and results are that level's", async () => {
  const view = await page(await serviceWithExperiment({}), "?level=99");
  await view.findByRole("row", { name: /^Orders, New against/ });
  const { name, text } = await savedText(view, "Save all numbers as CSV");
  expect(name).toMatch(/^form-\d{4}-\d\d-\d\d\.csv$/);
  const lines = text.split("\r\n").filter((line) => /Orders,Orders::/.test(line) && !/country/.test(line));
  expect(lines.map((line) => /better|inconclusive/.exec(line)?.[0])).toEqual(["inconclusive", "better"]);
});

test("the plot is saved as a drawing of its own", async () => {
  const { text } = await savedText(await page(await serviceWithExperiment({})), "Save the plot as SVG");
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(drawing.querySelector("parsererror")).toBeNull();
  expect(text).toContain("+133.3\u00a0%");
  expect(text).not.toMatch(/var\(|href/);
});

test("a copy that the browser refuses is told with its reason, where it can be read", async () => {
  const view = await page(await serviceWithExperiment({}));
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("Not allowed here."));
  await exportAs(view, "Copy as Markdown");
  const dialog = await view.findByRole("dialog", { name: "This did not work: Copy as Markdown" });
  expect(within(dialog).getByText("Not allowed here.")).toBeTruthy();
});

test("a report leads back to the page, which says what has changed since", async () => {
  const service = await serviceWithExperiment({});
  const view = await page(service);
  const { text } = await savedText(view, "Save a report");
  const report = new DOMParser().parseFromString(text, "text/html");
  const [, fingerprint] = /data ([\da-f]{16})/.exec(report.body.textContent) ?? [];
  const link = new URL(report.querySelector("a")?.href ?? "");
  view.unmount();

  const same = await page(service, link.search);
  expect(await same.findByText(/^Nothing has changed since the report of /)).toBeTruthy();
  same.unmount();

  const document = storedExperiment({ defaultConfidenceInterval: "99" });
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, Date.now()),
  );
  const later = await page(service, link.search);
  const title = await later.findByText(/1 conclusion has changed/);
  const notice = within(title.closest<HTMLElement>('[role="status"]') ?? later.container);
  expect(notice.getByText(new RegExp(`^The report shows data ${fingerprint}, this page`))).toBeTruthy();
  expect(notice.getByText(/^The confidence level was 95\s% and is 99\s% now/)).toBeTruthy();
  await later.user.click(
    notice.getByRole("link", {
      name: /^Orders with New was dependent on the analysis .* and is inconclusive .* now/,
    }),
  );
  expect(later.router.state.location.search).toMatchObject({ mark: "Orders::event_count.New" });
  await later.user.click(notice.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(later.queryByText(/1 conclusion has changed/)).toBeNull());
  expect(later.router.state.location.search).not.toHaveProperty("packet");
});

test("a link whose report cannot be read says so and shows the results", async () => {
  const view = await page(await serviceWithExperiment({}), "?packet=p1.zzz");
  expect(await view.findByText("This link does not hold a report that can be read.")).toBeTruthy();
  expect(await view.findByRole("row", { name: /^Orders, Express against/ })).toBeTruthy();
});
