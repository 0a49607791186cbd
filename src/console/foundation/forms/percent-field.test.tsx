import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { PercentField } from "./percent-field.tsx";

function input(element: HTMLElement) {
  if (!(element instanceof HTMLInputElement)) throw new Error(`${element.tagName} takes no text`);
  return element;
}

const Form = ({ start }: { start?: number }) => {
  const [value, setValue] = useState(start);
  return (
    <>
      <PercentField
        label="Passes"
        share={{ passPercentage: value }}
        was={5}
        onChange={({ passPercentage }) => setValue(passPercentage)}
      />
      <output>{value === undefined ? "nothing" : value}</output>
      <button type="button" onClick={() => setValue(5)}>
        Discard
      </button>
    </>
  );
};

function percentForm(start?: number) {
  const view = render(<Form {...(start === undefined ? {} : { start })} />);
  const field = input(view.getByRole("textbox", { name: "Passes" }));
  const value = () => view.getByRole("status").textContent;
  return { view, field, value, user: userEvent.setup() };
}

test.each([
  ["0", "0"],
  ["0.05", "0.05"],
  ["12,5", "12.5"],
  ["100 %", "100"],
  [".5", "0.5"],
])("%s is taken as %s while it stays as typed", async (typed, taken) => {
  const { field, value, user } = percentForm();
  await user.type(field, typed);
  expect(value()).toBe(taken);
  expect(field.value).toBe(typed);
});

test.each([
  ["101", "Must be at most 100"],
  ["0.005", "Steps of 0.01 are the finest"],
  ["half", "Enter a number, such as 12.5"],
])("%s is refused, but only once the field is left", async (typed, message) => {
  const { view, field, value, user } = percentForm();
  await user.type(field, typed);
  expect(view.queryByText(message)).toBeNull();
  expect(value()).toBe("nothing");
  await user.tab();
  expect(view.getByText(message)).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("reads the percentage in the other way, with what it was", async () => {
  const { view, field, user } = percentForm(5);
  expect(view.getByText("1 in 20 users")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "12,5");
  expect(view.getByText("1 in 8 users, was 5 %")).toBeTruthy();
});

test("shows the value again when the draft with something unreadable is discarded", async () => {
  const { view, field, user } = percentForm(50);
  await user.clear(field);
  await user.type(field, "abc");
  await user.click(view.getByRole("button", { name: "Discard" }));
  expect(field.value).toBe("5");
  expect(view.queryByText(/Enter a number/)).toBeNull();
});
