import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { CodeEditor, type Problem } from "./code-editor.tsx";

function textArea(element: HTMLElement) {
  if (!(element instanceof HTMLTextAreaElement)) throw new Error(`${element.tagName} takes no text`);
  return element;
}

const text = '{\n  // Legal asks for it\n  freeFrom: "49",\n}';
const problem: Problem = { line: 3, column: 13, endColumn: 17, message: "Free from must be a number" };

const Form = ({ problems }: { problems: Problem[] }) => {
  const [value, setValue] = useState(text);
  return <CodeEditor label="Default value" value={value} onChange={setValue} problems={problems} />;
};

function editor(...problems: Problem[]) {
  const view = render(<Form problems={problems} />);
  const area = textArea(view.getByRole("textbox", { name: "Default value" }));
  return { view, area, user: userEvent.setup() };
}

test("the text can be edited before the editor has loaded", async () => {
  const { view, area, user } = editor();
  await user.type(area, "{Control>}a{/Control}");
  await user.clear(area);
  await user.type(area, "[[1]");
  expect(area.value).toBe("[1]");
  expect(view.queryByRole("list")).toBeNull();
});

test("every problem stands in a list that describes the text, with its place", () => {
  const { view, area } = editor(problem);
  const list = view.getByRole("list", { name: "Problems in Default value" });
  expect(list.textContent).toContain("Free from must be a number Line 3, column 13");
  expect(area.getAttribute("aria-invalid")).toBe("true");
  expect(area.getAttribute("aria-describedby")).toBe(list.id);
});

test("a problem can be reached by keyboard and leads to its place", async () => {
  const { area, user } = editor(problem);
  area.focus();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(area);
  expect(text.slice(area.selectionStart, area.selectionEnd)).toBe('"49"');
});

test("says how Tab behaves, and Tab leaves", async () => {
  const { view, area, user } = editor();
  expect(view.getByText(/Tab leaves the editor/)).toBeTruthy();
  area.focus();
  await user.tab();
  expect(document.activeElement).not.toBe(area);
  expect(area.value).toBe(text);
});
