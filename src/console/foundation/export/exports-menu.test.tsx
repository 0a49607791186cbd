import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ExportsMenu } from "./exports-menu.tsx";

test("an export begins after the menu is closed, not in the same task", async () => {
  const begun: string[] = [];
  const view = render(
    <ExportsMenu
      exports={[{ label: "Save", done: "It is saved", run: () => Promise.resolve() }]}
      exported={() => begun.push("read")}
      advice=""
      trigger={() => <button type="button">Export</button>}
    />,
  );
  fireEvent.click(view.getByRole("button", { name: "Export" }));
  fireEvent.click(await view.findByRole("menuitem", { name: "Save" }));
  expect(begun).toEqual([]);
  await expect.poll(() => begun).toEqual(["read"]);
});
