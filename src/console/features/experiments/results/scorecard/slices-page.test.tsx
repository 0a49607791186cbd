import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import { loadEvents } from "#service/database/logs.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";

/** A server whose log has all Swedish users with Express ordering repeatedly. */
async function serviceWithSwedes(experiment: Partial<Experiment> = {}) {
  const service = await serviceWithExperiment({ experiment });
  const swedes = Array.from({ length: 200 }, (_, index) => index).filter(
    (index) => Math.floor(index / 10) % 2,
  );
  await service.database.transaction((transaction) =>
    loadEvents(
      transaction,
      swedes.flatMap((index) =>
        Array.from({ length: index % 3 }, () => ({
          name: "order",
          time: Date.now(),
          unit: `express ${index}`,
          value: "",
          source: "web",
          metadata: "{}",
        })),
      ),
    ),
  );
  return service;
}

const page = async (search = "", experiment: Partial<Experiment> = {}) => {
  const view = await consoleAt(`/demo/experiments/form${search}`, {
    service: await serviceWithSwedes(experiment),
  });
  const table = await view.findByRole("table", { name: /Change of each metric/ });
  return { ...view, table };
};
const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
const slicesIn = (table: HTMLElement) =>
  within(table)
    .queryAllByRole("row", { name: /, exploratory: / })
    .map((row) => /^[^,]+/.exec(row.getAttribute("aria-label") ?? "")?.[0]);

test.each([["SE"], ["country SE"], ["Country: se"]])(
  "a search for %j opens the slice in every row",
  async (text) => {
    const { table, user, getByRole } = await page();
    await user.type(getByRole("searchbox", { name: /Filter/ }), text);
    await waitFor(() => expect(slicesIn(table)).toEqual(Array.from({ length: 4 }, () => "country SE")));
    await user.click(within(table).getByRole("button", { name: "Details of Orders, New" }));
    await waitFor(() => expect(slicesIn(table)).toHaveLength(3));
    await user.clear(getByRole("searchbox", { name: /Filter/ }));
    await waitFor(() => expect(slicesIn(table)).toEqual([]));
  },
);

test("with the groups side by side a search for a slice shows it, too", async () => {
  const { table } = await page("?layout=columns&filter=SE");
  await waitFor(() => expect(slicesIn(table)).toHaveLength(4));
});

test("an opened row has a strip for each dimension: a diamond where the effect differs from the rest", async () => {
  const { table, user } = await page("?axis=[-100,1000]");
  const diamonds = () => document.querySelectorAll('path[d$="m0 -5l5 5l-5 5l-5 -5z"]').length;
  await user.click(within(table).getByRole("button", { name: "Details of Orders, New" }));
  const same = await within(table).findByRole("row", { name: /^country 2 slices/ });
  expect(plain(same.textContent)).toContain("None differs from the rest");
  expect(diamonds()).toBe(0);
  await user.click(within(table).getByRole("button", { name: "Details of Orders, Express" }));
  await waitFor(() =>
    expect(
      within(table)
        .getAllByRole("row", { name: /^country 2 slices/ })
        .map(({ textContent }) => /None|2 of 2 differ/.exec(textContent ?? "")?.[0]),
    ).toEqual(["None", "2 of 2 differ"]),
  );
  await waitFor(() => expect(diamonds()).toBe(2));
});

test("slices that differ from the rest are listed beside how many would by chance, and lead to their rows", async () => {
  const { table, user, findByRole } = await page();
  const section = within(await findByRole("region", { name: "Slices" }));
  expect(plain(section.getByText(/comparisons/).textContent)).toBe(
    "2 of 8 comparisons differ clearly from the rest; about 0.2 would by chance alone.",
  );
  expect(plain(section.getByText(/divides/).textContent)).toContain("among its slices: 4 × 5 % = 0.2.");
  const link = section.getByRole("link", { name: "country SE, Orders with Express" });
  expect(plain(link.parentElement?.textContent ?? "")).toMatch(
    /: \+\d+ % here, \+\d+ percentage points against the rest \(\+/,
  );
  await user.click(link);
  const row = await within(table).findByRole("row", { name: /^country SE, exploratory: / });
  await waitFor(() => expect(row.getAttribute("aria-selected")).toBe("true"));
  expect(document.activeElement).toBe(row);
  expect(within(table).getAllByRole("row", { selected: true })).toHaveLength(1);
});

test.each<[string, Partial<Experiment>, RegExp]>([
  ["no dimension", { dimensions: [] }, /no property is set up to slice by\./],
  [
    "a property that nobody has",
    { dimensions: [{ key: "plan", type: "user" }] },
    /no exposure carries a plan\./,
  ],
])("with %s it says why there are no slices, and how to get them", async (_case, experiment, reason) => {
  const { findByRole } = await page("", experiment);
  const section = within(await findByRole("region", { name: "Slices" }));
  expect(section.getByText(reason)).toBeTruthy();
  expect(section.getByText(/log it with every exposure/)).toBeTruthy();
  expect(section.getByRole("link", { name: "The setup" })).toBeTruthy();
});
