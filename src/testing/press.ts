// Presses a button that may be disabled until something is read.
import { waitFor, type RenderResult } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

type View = Pick<RenderResult, "findByRole"> & { readonly user: UserEvent };

/** Presses the button of that name once it is enabled. */
export async function pressWhenPossible({ findByRole, user }: View, name: string | RegExp) {
  const button = await findByRole("button", { name });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  await user.click(button);
}
