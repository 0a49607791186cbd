import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { check } from "#console/foundation/code-editor/json-schema/check-in-worker.ts";
import { useSchemaImpact } from "./use-schema-impact.ts";

vi.mock("#console/foundation/code-editor/json-schema/check-in-worker.ts", () => ({ check: vi.fn() }));

const values = [{ property: "defaultValue", label: "Default value", text: "{}" }];
const schema = `{ "type": "object" }`;

test("a check that fails is reported, one that is no longer wanted is not", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const broken = new Error("Broken");
  // The first check runs until it is aborted.
  const leaving = new EventTarget();
  vi.mocked(check)
    .mockImplementationOnce(
      () =>
        new Promise((_, reject) => leaving.addEventListener("abort", () => reject(new Error("Unwanted")))),
    )
    .mockRejectedValueOnce(broken);
  const first = renderHook(() => useSchemaImpact(schema, values));
  await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
  first.unmount();
  leaving.dispatchEvent(new Event("abort"));
  renderHook(() => useSchemaImpact(schema, values));
  await waitFor(() => expect(report).toHaveBeenCalledWith(broken));
  expect(report).toHaveBeenCalledTimes(1);
});
