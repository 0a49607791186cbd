// The rows of the endpoint table that bring a gate or a dynamic config into another state, each at an address of its own.
import type { z } from "zod/mini";
import { writing } from "./write-endpoint.ts";

export const change = async () => (await import("./change.ts")).Change;
export const archival = async () => (await import("./change.ts")).Archival;
export const unarchival = async () => (await import("./change.ts")).Unarchival;

export const switching =
  <Data extends z.ZodMiniType>(data: Data, message: string) =>
  <const Path extends string, Body extends () => Promise<z.ZodMiniType>>(
    path: Path,
    summary: string,
    body: Body,
  ) =>
    writing(data, body, { method: "PUT", path, summary, message });
