import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { Sort } from "./sort-rows.ts";
import type { Column } from "./column.ts";
import { Table } from "./table.tsx";

interface Gate {
  id: string;
  checks: number | null;
}

const gates: Gate[] = [
  { id: "banner 10", checks: 5 },
  { id: "banner 9", checks: null },
  { id: "checkout", checks: 40 },
];

const columns: Column<Gate>[] = [
  { id: "id", header: "Name", cell: ({ id }) => <a href={`#${id}`}>{id}</a>, sortValue: ({ id }) => id },
  { id: "checks", header: "Checks", cell: ({ checks }) => checks, sortValue: ({ checks }) => checks },
  { id: "note", header: "Note", cell: () => <input aria-label="Note" /> },
];

test("until the rows are read its own columns stand in their places, of which nothing can be used", () => {
  const tableOf = (rows: Gate[] | undefined) => (
    <Table
      caption="Gates"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      awaited={3}
      emptyText="None"
    />
  );
  const view = render(tableOf(undefined));
  expect(view.getByRole("status", { name: "Loading Gates" })).toBeTruthy();
  expect(view.queryByRole("table")).toBeNull();
  const head = view.getByRole("columnheader", { name: "Checks", hidden: true });
  expect(view.getAllByRole("cell", { hidden: true }).map((cell) => cell.textContent)).toEqual(
    Array.from({ length: 9 }, () => ""),
  );
  view.rerender(tableOf(gates));
  expect(view.getByRole("columnheader", { name: "Checks" })).toBe(head);
  expect(view.getAllByRole("row").length).toBe(1 + gates.length);
  expect(view.queryByRole("status")).toBeNull();
});

const Page = ({ rows = gates, hidden = [] }: { rows?: Gate[]; hidden?: string[] }) => {
  const [sort, setSort] = useState<Sort>();
  const [opened, setOpened] = useState("nothing");
  return (
    <>
      <Table
        caption="Gates"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        hidden={hidden}
        onOpen={({ id }) => setOpened(id)}
      />
      <output>{opened}</output>
    </>
  );
};

function gateTable(rows?: Gate[], hidden?: string[]) {
  const view = render(<Page {...(rows ? { rows } : {})} {...(hidden ? { hidden } : {})} />);
  return {
    view,
    user: userEvent.setup(),
    names: () => view.getAllByRole("link").map((link) => link.textContent),
    opened: () => view.getByRole("status").textContent,
    focused: () => document.activeElement?.querySelector("a")?.textContent,
  };
}

test("sorts by a header in both directions, says so, and keeps empty values last", async () => {
  const { view, user, names } = gateTable();
  const header = view.getByRole("columnheader", { name: "Checks" });
  await user.click(view.getByRole("button", { name: "Checks" }));
  expect(header.getAttribute("aria-sort")).toBe("ascending");
  expect(names()).toEqual(["banner 10", "checkout", "banner 9"]);
  await user.click(view.getByRole("button", { name: "Checks" }));
  expect(header.getAttribute("aria-sort")).toBe("descending");
  expect(names()).toEqual(["checkout", "banner 10", "banner 9"]);
});

test("numbers within names sort as numbers", async () => {
  const { view, user, names } = gateTable();
  await user.click(view.getByRole("button", { name: "Name" }));
  expect(names()).toEqual(["banner 9", "banner 10", "checkout"]);
});

test("a column without an order has no button, and a hidden one is not there", () => {
  const { view } = gateTable(gates, ["checks"]);
  expect(view.queryByRole("button", { name: "Note" })).toBeNull();
  expect(view.queryByRole("columnheader", { name: "Checks" })).toBeNull();
});

test("arrows, Home and End move between rows, and Enter opens the row", async () => {
  const { view, user, opened, focused } = gateTable();
  view.getAllByRole("row")[1]?.focus();
  await user.keyboard("{ArrowUp}{ArrowDown}");
  expect(focused()).toBe("banner 9");
  await user.keyboard("{End}");
  expect(focused()).toBe("checkout");
  await user.keyboard("{ArrowDown}{Home}{ArrowDown}{Enter}");
  expect(opened()).toBe("banner 9");
});

test("a field within a row keeps its own keys, and Enter in it opens nothing", async () => {
  const { view, user, opened } = gateTable();
  const [field] = view.getAllByRole("textbox", { name: "Note" });
  if (!field) throw new Error("no field");
  await user.type(field, "ab{Home}{ArrowDown}{Enter}");
  expect(document.activeElement).toBe(field);
  expect(opened()).toBe("nothing");
});

test("a click anywhere on a row opens it, a click on its link is the link's", async () => {
  const { view, user, opened } = gateTable();
  await user.click(view.getByRole("link", { name: "checkout" }));
  expect(opened()).toBe("nothing");
  await user.click(view.getByRole("cell", { name: "40" }));
  expect(opened()).toBe("checkout");
});

test("of ten thousand rows only some are drawn, and all are counted", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `gate ${index}`, checks: index }));
  const { view } = gateTable(many);
  expect(view.getByRole("table", { name: "Gates" }).getAttribute("aria-rowcount")).toBe("10001");
  expect((await view.findAllByRole("link")).length).toBeLessThanOrEqual(100);
});

for (const scrollsWithPage of [false, true])
  test(`the row that has the focus keeps it while more rows come, ${scrollsWithPage ? "of a page" : "of a place of its own"}`, async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ id: `gate ${index}`, checks: index }));
    const tableOf = (count: number) => (
      <Table
        caption="Gates"
        rows={rows.slice(0, count)}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={() => {}}
        scrollsWithPage={scrollsWithPage}
      />
    );
    const view = render(tableOf(50));
    const [, first] = view.getAllByRole("row");
    first?.focus();
    view.rerender(tableOf(150));
    await vi.dynamicImportSettled();
    await view.findByRole("link", { name: "gate 20" });
    expect(view.getByRole("table").getAttribute("aria-rowcount")).toBe("151");
    expect(document.activeElement).toBe(first);
  });
