import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { TokensField } from "./tokens-field.tsx";

function input(element: HTMLElement) {
  if (!(element instanceof HTMLInputElement)) throw new Error(`${element.tagName} takes no text`);
  return element;
}

const options = [
  { value: "staff", label: "Staff" },
  { value: "staff_eu", label: "Staff in Europe" },
];

const Form = ({ start, max }: { start: string[]; max?: number }) => {
  const [values, setValues] = useState(start);
  return (
    <>
      <TokensField
        label="Values"
        values={values}
        onChange={setValues}
        options={options}
        {...(max === undefined ? {} : { max })}
      />
      <output>{values.join("|")}</output>
    </>
  );
};

function tokensForm(start: string[] = [], max?: number) {
  const view = render(<Form start={start} {...(max === undefined ? {} : { max })} />);
  const field = input(view.getByLabelText("Values"));
  return { view, field, values: () => view.getByRole("status").textContent, user: userEvent.setup() };
}

test("pasted lines and comma lists become values, each once", async () => {
  const { field, values, user } = tokensForm(["DE"]);
  await user.click(field);
  await user.paste("SE\nDK, DE\r\n; NO\tFI,,");
  expect(values()).toBe("DE|SE|DK|NO|FI");
  expect(field.value).toBe("");
});

test("Enter, a comma and leaving the field each add what was typed", async () => {
  const { field, values, user } = tokensForm();
  await user.type(field, "DE{Enter}SE,DK");
  await user.tab();
  expect(values()).toBe("DE|SE|DK");
});

test("a name that begins another name can be typed on", async () => {
  const { field, values, user } = tokensForm();
  await user.type(field, "Staff in Europe{Enter}");
  expect(values()).toBe("staff_eu");
});

test("a value is removed by its button or with Backspace, and typing can go on at once", async () => {
  const { view, field, values, user } = tokensForm(["DE", "SE", "DK"]);
  await user.click(view.getByRole("button", { name: "Remove SE" }));
  expect(values()).toBe("DE|DK");
  expect(document.activeElement).toBe(field);
  await user.keyboard("{Backspace}NO{Enter}");
  expect(values()).toBe("DE|NO");
});

test("a full field keeps the focus and takes no more until a value is removed", async () => {
  const { field, values, user } = tokensForm([], 1);
  await user.type(field, "staff{Enter}");
  expect(document.activeElement).toBe(field);
  await user.keyboard("other{Enter}");
  await user.paste("a,b");
  expect(values()).toBe("staff");
  await user.keyboard("{Backspace}other{Enter}");
  expect(values()).toBe("other");
});
