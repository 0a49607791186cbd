import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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
