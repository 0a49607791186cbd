import { render, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useCallback, useEffect, useState } from "react";
import { expect, test } from "vitest";
import { check } from "#console/foundation/code-editor/json-schema/check-in-worker.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { parseJson5 } from "#contract/json5.ts";
import { SchemaForm } from "./schema-form.tsx";

const schema = `{
  type: "object",
  required: ["carrier", "freeFrom"],
  additionalProperties: false,
  properties: {
    carrier: { title: "Carrier", type: "string" },
    freeFrom: { title: "Free from", type: "number", unit: "€" },
    pickup: { title: "Pickup points", type: "boolean", default: true },
    tone: { title: "Tone", enum: ["calm", "loud"] },
    options: {
      title: "Options",
      type: "array",
      items: { type: "object", properties: { id: { title: "Id", type: "string" }, price: { title: "Price", type: "number" } }, required: ["id", "price"] },
    },
    cta: { title: "Call to action", type: ["object", "null"], properties: { label: { title: "Label", type: "string" } } },
    action: {
      title: "Action",
      oneOf: [
        { title: "Link", type: "object", required: ["kind", "to"], properties: { kind: { const: "link" }, to: { title: "To", type: "string" } } },
        { title: "Nobody", const: "none" },
      ],
    },
  },
}`;

const begin = `{
  // Legal asks for the carrier's full name.
  carrier: "PostNord",
  options: [
    { id: "express",  price: 5.9 }, // as agreed
  ],
  freeFrom: "49", /* € */
}`;

function Editor({ initial, onText }: { initial: string; onText: (text: string) => void }) {
  const [text, setText] = useState(initial);
  const [problems, setProblems] = useState<readonly CheckedProblem[]>([]);
  const edit = useCallback((change: (text: string) => string) => setText(change), []);
  useEffect(() => {
    onText(text);
    const parsed = parseJson5(schema);
    let isOver = false;
    void check({ texts: [text], against: parsed.ok ? { schema: parsed.value } : undefined }).then(
      ({ texts }) => {
        if (!isOver) setProblems(texts[0] ?? []);
      },
    );
    return () => {
      isOver = true;
    };
  }, [text, onText]);
  return (
    <>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <SchemaForm label="Value as form" text={text} schema={schema} problems={problems} onEdit={edit} />
    </>
  );
}

function open(initial = begin) {
  let current = initial;
  const view = render(<Editor initial={initial} onText={(text) => (current = text)} />);
  const form = within(view.getByRole("group", { name: "Value as form" }));
  return { view, form, user: userEvent.setup(), text: () => current };
}

test("a problem stands at its field, and typing there changes only that token", async () => {
  const { form, user, text } = open();
  expect(await form.findByText("Must be a number")).toBeTruthy();
  const field = form.getByRole("textbox", { name: "Free from" });
  await user.clear(field);
  expect(text()).toBe(begin);
  await user.type(field, "59,5");
  expect(text()).toBe(begin.replace('"49"', "59.5"));
  await waitFor(() => expect(form.queryByText("Must be a number")).toBeNull());
});

test("what is no number stays as typed, in the text too, and is reported as wrong there", async () => {
  const { form, user, text } = open();
  const field = form.getByRole("textbox", { name: "Free from" });
  await user.clear(field);
  await user.type(field, "-");
  expect(text()).toBe(begin);
  await user.clear(field);
  await user.type(field, "4o");
  expect(text()).toBe(begin.replace('"49"', '"4o"'));
  await user.tab();
  expect(await form.findByText("Must be a number")).toBeTruthy();
  expect(field).toHaveProperty("value", "4o");
});

test("a typed text, a switch and a choice", async () => {
  const { form, user, text } = open();
  await user.type(form.getByRole("textbox", { name: "Carrier" }), " SE");
  await user.click(form.getByRole("button", { name: "Pickup points" }));
  const added = form.getByRole("switch", { name: "Pickup points" });
  expect(document.activeElement).toBe(added);
  await user.click(added);
  expect(text()).toContain('carrier: "PostNord SE",');
  expect(text()).toContain("pickup: false,");
  expect(text()).toContain("// Legal asks for the carrier's full name.");
});

test("items come, are typed into and go; comments stay", async () => {
  const { form, user, text } = open();
  await user.click(form.getByRole("button", { name: "Add to Options" }));
  const ids = form.getAllByRole("textbox", { name: "Id" });
  await user.type(ids[1] ?? document.body, "night");
  expect(text()).toContain(
    '    { id: "express",  price: 5.9 }, // as agreed\n    { id: "night", price: 0 },\n',
  );
  await user.click(form.getByRole("button", { name: "Remove Options 1" }));
  expect(text()).toContain('options: [\n    // as agreed\n    { id: "night", price: 0 },\n  ],');
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Value as form");
});

test("what may be null can be made so and given a value again", async () => {
  const { form, user, text } = open();
  await user.click(form.getByRole("button", { name: "Call to action" }));
  expect(text()).toContain("cta: {},");
  await user.click(form.getByRole("button", { name: "Set to nothing" }));
  expect(text()).toContain("cta: null,");
  await user.click(form.getByRole("button", { name: /Nothing \(null\)/ }));
  expect(text()).toContain("cta: {},");
  await user.click(form.getByRole("button", { name: "Remove Call to action" }));
  expect(text()).toBe(begin);
});

test("one of several forms is chosen", async () => {
  const { form, view, user, text } = open(begin.replace("freeFrom", 'action: "none",\n  freeFrom'));
  await user.click(form.getByRole("combobox", { name: "Action" }));
  await user.click(await view.findByRole("option", { name: "Link" }));
  await user.type(form.getByRole("textbox", { name: "To" }), "/sale");
  expect(text()).toContain('action: { kind: "link", to: "/sale" },');
});

test("what is missing says so and can be added", async () => {
  const { form, user, text } = open("{ freeFrom: 1 }");
  expect(form.getByText("Missing")).toBeTruthy();
  await user.click(form.getByRole("button", { name: "Add Carrier" }));
  expect(text()).toBe('{ freeFrom: 1, carrier: "" }');
  expect(document.activeElement).toBe(form.getByRole("textbox", { name: "Carrier" }));
});

test("while the text is broken the form waits, out of reach", async () => {
  const { form, view, user } = open();
  await user.type(view.getByRole("textbox", { name: "Text" }), "x");
  expect(await form.findByText(/The text has a mistake/)).toBeTruthy();
  expect(form.getByRole("textbox", { name: "Carrier", hidden: true }).closest("[inert]")).toBeTruthy();
});

test("an empty text begins with the defaults", async () => {
  const { form, user, text } = open("// none\n");
  await user.click(form.getByRole("button", { name: "Begin with the defaults" }));
  expect(text()).toBe('// none\n{\n  carrier: "",\n  freeFrom: 0,\n}');
});
