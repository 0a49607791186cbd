import { act, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { SearchField } from "./search-field.tsx";

/** A page whose search text is in the address, which is updated shortly after typing. */
const Page = () => {
  const [value, setValue] = useState("check");
  return (
    <SearchField label="Search" value={value} onChange={(text) => setTimeout(() => setValue(text), 5)} />
  );
};

const addressFollowed = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

test("the caret stays where one types in the middle of a search", async () => {
  const user = userEvent.setup();
  const field = render(<Page />).getByRole("searchbox", { name: "Search" });
  await user.type(field, "o", { initialSelectionStart: 2, initialSelectionEnd: 2 });
  await addressFollowed();
  await user.keyboard("w");
  await addressFollowed();
  expect(field).toHaveProperty("value", "choweck");
  expect(field).toHaveProperty("selectionStart", 4);
});
