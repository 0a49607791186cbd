// Helpers for endpoint rows that write.
import { z } from "zod/mini";
import { type Described, endpoint } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import { DryRunQuery } from "./query-fields.ts";

/** An endpoint that writes one entity and returns it as stored. Choice: every write of a gate, dynamic config or experiment takes `dryRun`. */
export const writing = <
  Data extends z.ZodMiniType,
  Body extends () => Promise<z.ZodMiniType>,
  const Row extends Described & { method: "POST" | "PATCH" | "PUT" | "DELETE"; status?: 201 },
>(
  data: Data,
  body: Body,
  row: Row,
) => endpoint({ ...row, query: DryRunQuery, body, response: answer(data) });

/** Returns the row of an endpoint that deletes an entity and responds with a message only. */
export const deleting = <const Row extends Described>(row: Row) =>
  endpoint({
    ...row,
    method: "DELETE",
    query: DryRunQuery,
    response: z.looseObject({ message: z.string() }),
  });
