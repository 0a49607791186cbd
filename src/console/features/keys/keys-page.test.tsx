import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

type Service = NonNullable<ConsoleOptions["service"]>;
const makeKeys = async ({ request }: Service) => {
  for (const [name, kind, environment] of [
    ["Shop backend", "server", "production"],
    ["Shop web", "client", "staging"],
  ])
    await request("POST", "/console/v1/api_keys", { body: { name, kind, environment } });
};
const keysPage = (options: ConsoleOptions = {}) => consoleAt("/demo/keys", { fill: makeKeys, ...options });

test("a key is made, shown once, and gone when the reader has stored it", async () => {
  const view = await keysPage();
  await view.findByText("Shop backend");
  await view.user.click(await view.findByRole("button", { name: "New key" }));
  const dialog = within(await view.findByRole("dialog", { name: "Make a key" }));
  await view.user.click(dialog.getByRole("button", { name: "Make the key" }));
  expect(dialog.getByText("Must not be empty")).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Client" }));
  await view.user.click(
    dialog.getByRole("checkbox", { name: "Reads the rules, for evaluation on the device" }),
  );
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), "Shop web");
  await view.user.click(dialog.getByRole("button", { name: "Make the key" }));
  expect(await dialog.findByText(/a key named 'Shop web' already/)).toBeTruthy();
  await view.user.type(dialog.getByRole("textbox", { name: "Name" }), ", new");
  await view.user.click(dialog.getByRole("button", { name: "Make the key" }));
  const made = within(await view.findByRole("region", { name: "New key" }));
  const key = made.getByRole("status", { name: "Key" }).textContent;
  expect(key).toMatch(/^client-[\w-]{43}$/);
  expect(await view.findByRole("button", { name: "Rotate, Revoke: Shop web, new" })).toBeTruthy();
  expect(view.getByText("Reads rules").closest("td")?.textContent).toContain("Shop web, new");
  for (const storage of [localStorage, sessionStorage])
    for (let at = 0; at < storage.length; at += 1)
      expect(storage.getItem(storage.key(at) ?? "")).not.toContain(key);
  await view.user.click(made.getByRole("button", { name: "I have stored it" }));
  expect(document.body.textContent).not.toContain(key);
});

test("a key is revoked after a question that names it, and stays in the list", async () => {
  const view = await keysPage();
  await view.user.click(await view.findByRole("button", { name: "Rotate, Revoke: Shop web" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Revoke" }));
  const question = within(await view.findByRole("alertdialog", { name: "Revoke “Shop web”" }));
  expect(question.getByText(/It was never used/)).toBeTruthy();
  await view.user.click(question.getByRole("button", { name: "Revoke the key" }));
  expect(await view.findByText("“Shop web” is revoked")).toBeTruthy();
  const row = (await view.findByText(/^Revoked /)).closest("tr");
  expect(row?.textContent).toContain("Shop web");
  expect(view.queryByRole("button", { name: /Revoke: Shop web/ })).toBeNull();
});

test("a key is rotated: both are listed with their use, until the old one is revoked", async () => {
  const view = await keysPage();
  await view.user.click(await view.findByRole("button", { name: "Rotate, Revoke: Shop backend" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Rotate" }));
  const dialog = within(await view.findByRole("dialog", { name: "Rotate “Shop backend”" }));
  await view.user.click(dialog.getByRole("button", { name: "Make the new key" }));
  const made = within(await view.findByRole("region", { name: "New key" }));
  expect(made.getByRole("status", { name: "Key" }).textContent).toMatch(/^secret-[\w-]{43}$/);
  expect(
    await view.findByText(/^Two keys are valid until 8 Nov 2026|^Two keys are valid until Nov 8, 2026/),
  ).toBeTruthy();
  expect(view.getByText(/None of them was used in the last day/)).toBeTruthy();
  expect(view.getAllByText("Shop backend")).toHaveLength(2);
  await view.user.click(view.getByRole("button", { name: "Revoke the old one of Shop backend" }));
  const question = within(
    await view.findByRole("alertdialog", { name: "Revoke the old key of “Shop backend”" }),
  );
  await view.user.click(question.getByRole("button", { name: "Revoke the old key" }));
  expect(await view.findByText(/^Revoked /)).toBeTruthy();
  expect(view.queryByText(/keys are valid until/)).toBeNull();
  expect(view.getByRole("button", { name: "Rotate, Revoke: Shop backend" })).toBeTruthy();
});

test("the key in use is marked and cannot be revoked here, but rotated", async () => {
  const view = await keysPage();
  const row = (await view.findByText("This console", { selector: "td" })).closest("tr");
  expect(row?.textContent).toContain("Test writer");
  expect(view.getByRole("button", { name: "Rotate: Test writer" })).toBeTruthy();
  expect(view.getByRole("button", { name: "Rotate, Revoke: Test reader" })).toBeTruthy();
});

test("a key that may only read sees the keys, no buttons, and why", async () => {
  const view = await keysPage({ key: "read" });
  expect(await view.findByText("Shop backend")).toBeTruthy();
  expect(await view.findByText(/can only read: enter one with write rights/)).toBeTruthy();
  expect(view.queryByRole("button", { name: /^(New key|Rotate|Revoke)/ })).toBeNull();
});

test("keys are filtered by kind, environment and maker, which the address keeps", async () => {
  const view = await consoleAt("/demo/keys?kind=server&environment=staging", { fill: makeKeys });
  await view.user.click(await view.findByRole("button", { name: "Show all keys" }));
  expect(await view.findByText("Shop web")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Client" }));
  expect(view.queryByText("Shop backend")).toBeNull();
  await view.user.click(view.getByRole("combobox", { name: "Made by Anyone" }));
  await view.user.click(await view.findByRole("option", { name: "A command" }));
  expect(await view.findByText("No key is of this kind, environment and maker.")).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ kind: "client", madeBy: "A command" });
});

test("a list that cannot be read says so", async () => {
  const view = await keysPage({
    intercept: ({ url }) =>
      url.includes("/api_keys?")
        ? Response.json({ status: 500, message: "Broken" }, { status: 500 })
        : undefined,
  });
  expect(await view.findByRole("button", { name: "Retry" })).toBeTruthy();
});
