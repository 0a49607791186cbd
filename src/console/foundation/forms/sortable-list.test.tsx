import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MoveHandle, SortableList } from "./sortable-list.tsx";

const drawn: string[] = [];

function Line({ name }: { name: string }) {
  drawn.push(name);
  return (
    <>
      <MoveHandle />
      {name}
    </>
  );
}

const list = (names: readonly string[]) => (
  <SortableList
    label="Lines"
    items={names.map((name, index) => ({ name, index }))}
    keyOf={({ index }) => String(index)}
    nameOf={({ name }) => name}
    onChange={() => undefined}
  >
    {({ name }) => <Line name={name} />}
  </SortableList>
);

test("renders only the changed item again", () => {
  const names = Array.from({ length: 200 }, (_, index) => `Line ${index}`);
  const { rerender } = render(list(names));
  drawn.length = 0;
  rerender(list(names.with(7, "Renamed")));
  expect(drawn).toEqual(["Renamed"]);
  expect(screen.getByRole("listitem", { name: "Renamed" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Move Renamed" })).toBeTruthy();
});

test.each([
  [["Space", "ArrowDown"], "First at place 2 of 3."],
  [["Space", "ArrowDown", "ArrowDown"], "First at place 3 of 3."],
  [["Space", "ArrowDown", "Space"], "First dropped at place 2 of 3."],
])("no key is lost of those pressed at once, such as %j", async (codes, announced) => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const place = this.parentElement ? [...this.parentElement.children].indexOf(this) : 0;
    return new DOMRect(0, place * 40, 400, 40);
  });
  render(list(["First", "Second", "Third"]));
  const handle = screen.getByRole("button", { name: "Move First" });
  for (const code of codes) fireEvent.keyDown(handle, { code });
  await screen.findByText(announced);
  fireEvent.keyDown(handle, { code: "Escape" });
});
