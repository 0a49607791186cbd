import { render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { CodeEditor, type CodeEditorProps } from "./code-editor.tsx";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";

function textArea(element: HTMLElement) {
  if (!(element instanceof HTMLTextAreaElement)) throw new Error(`${element.tagName} takes no text`);
  return element;
}

const text = '{\n  // Legal asks for it\n  freeFrom: "49",\n}';
const problem: CheckedProblem = {
  line: 3,
  column: 13,
  start: text.indexOf('"49"'),
  end: text.indexOf('"49"') + 4,
  severity: "error",
  message: "Free from must be a number",
};

const Form = (props: Partial<CodeEditorProps>) => {
  const [value, setValue] = useState(text);
  return <CodeEditor label="Default value" value={value} onChange={setValue} {...props} />;
};

function editor(props: Partial<CodeEditorProps> = {}) {
  const view = render(<Form {...props} />);
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

test("every problem is in a list that describes the text, with its place", () => {
  const { view, area } = editor({ problems: [problem] });
  const list = view.getByRole("list", { name: "Problems in Default value" });
  expect(list.textContent).toContain("Free from must be a number Line 3, column 13");
  expect(area.getAttribute("aria-invalid")).toBe("true");
  expect(area.getAttribute("aria-describedby")).toBe(list.id);
});

test("a problem can be reached by keyboard and leads to its place", async () => {
  const { area, user } = editor({ problems: [problem] });
  area.focus();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(area);
  expect(text.slice(area.selectionStart, area.selectionEnd)).toBe('"49"');
});

test("says how Tab behaves, and Tab leaves; a text area knows no other way", async () => {
  const { view, area, user } = editor();
  expect(view.getByText("Tab leaves the editor.")).toBeTruthy();
  area.focus();
  await user.tab();
  expect(document.activeElement).not.toBe(area);
  expect(area.value).toBe(text);
});

const schema = "{ properties: { freeFrom: { type: 'number' }, cta: { default: 'Buy' } }, required: ['cta'] }";

test("the problems of the parser come by themselves, and go when they are fixed", async () => {
  const { view, area, user } = editor({ problems: [] });
  await user.clear(area);
  await user.type(area, "[[1");
  const list = await view.findByRole("list", { name: "Problems in Default value" });
  expect(list.textContent).toContain("The text ends before its ']' Line 1, column 2");
  await user.type(area, "]");
  await waitFor(() => expect(view.queryByRole("list")).toBeNull());
});

test("a problem with the schema is at the exact token, and can be fixed without losing a comment", async () => {
  const { view, area, user } = editor({ schema });
  await user.click(await view.findByRole("button", { name: "Make freeFrom a number" }));
  await user.click(await view.findByRole("button", { name: 'Add cta as "Buy"' }));
  expect(area.value).toBe('{\n  // Legal asks for it\n  freeFrom: 49,\n  cta: "Buy",\n}');
  await waitFor(() => expect(view.queryByRole("list")).toBeNull());
});

test("F8 goes from problem to problem and says which", async () => {
  const { view, area, user } = editor({ schema });
  await view.findByRole("button", { name: /Must be a number/ });
  area.focus();
  area.setSelectionRange(0, 0);
  await user.keyboard("{F8}");
  expect(text.slice(area.selectionStart, area.selectionEnd)).toBe('"49"');
  expect(view.getByText("Problem 2 of 2: Must be a number, here it is a text")).toBeTruthy();
  await user.keyboard("{F8}");
  expect(area.selectionStart).toBe(0);
  await user.keyboard("{Shift>}{F8}{/Shift}");
  expect(text.slice(area.selectionStart, area.selectionEnd)).toBe('"49"');
});

test("F8 finds the problem in a text with Windows line breaks too", async () => {
  const windows = text.replaceAll("\n", "\r\n");
  const { view, area, user } = editor({ value: windows, schema });
  await view.findByRole("button", { name: /Must be a number/ });
  area.focus();
  area.setSelectionRange(0, 0);
  for (const found of ['"49"', "{", '"49"']) {
    await user.keyboard("{F8}");
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe(found);
  }
});

test("a schema is checked as one", async () => {
  const { view } = editor({ value: '{ type: "nubmer" }', isSchema: true });
  expect(await view.findByRole("button", { name: /type: .* Line 1, column 9/ })).toBeTruthy();
});

test("a schema that cannot be used says so", async () => {
  const { view } = editor({ schema: '{ type: "nubmer" }' });
  expect(await view.findByText(/Not checked against the schema/)).toBeTruthy();
});
