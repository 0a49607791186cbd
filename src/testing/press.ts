// Pressing a button that may first have to wait for something to be read.
import { waitFor, type RenderResult } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

type View = Pick<RenderResult, "findByRole" | "getByRole"> & { readonly user: UserEvent };

/** Presses the button of that name once it can be pressed. */
export async function pressWhenPossible({ findByRole, getByRole, user }: View, name: string) {
  await findByRole("button", { name });
  // A button that can be pressed again is another element than before.
  const button = () => getByRole("button", { name });
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await user.click(button());
}
