// Endpoint rows that change the state of a gate or a dynamic config, each at a path of its own.
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
