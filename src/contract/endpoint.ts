// Types and helper functions for the rows of the endpoint table. Knows nothing about gates, experiments and so on.
import type { z } from "zod/mini";
import { answer, listAnswer } from "./envelope.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** One endpoint: what is sent (path, query, body) and what comes back. `message` is the exact success message. */
export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` parameters, which arrive URL-encoded. */
  readonly path: string;
  readonly summary: string;
  readonly message: string;
  /** HTTP status of success; 200 if absent. */
  readonly status?: 201;
  /** Set on lists: whether page links hold path and query or the query alone, and whether the field `all` holds the path. */
  readonly paging?: { readonly links: "path" | "query"; readonly all: boolean };
  readonly query?: z.ZodMiniObject;
  /** Loads the body's schema lazily, so that pages that only read do not load it. A body that may be undefined is optional. */
  readonly body?: () => Promise<z.ZodMiniType>;
  /** The body is a file that is processed as a stream. */
  readonly isUpload?: true;
  /** The response is a file, streamed while it is generated. Maps each format name to its content type. */
  readonly media?: Readonly<Record<string, string>>;
  /** The response is a stream of this content type; the data of each message matches `response`. */
  readonly streams?: "text/event-stream";
  /** Stores nothing, whatever its method, so a read-only key is sufficient. */
  readonly isReading?: true;
  readonly response: z.ZodMiniType;
}

/** Whether the body of this schema may be omitted. */
export const isOptional = (body: z.ZodMiniType): boolean => body.safeParse(undefined).success;

export const endpoint = <const E extends Endpoint>(row: E): E => row;

export type Described = Pick<Endpoint, "path" | "summary" | "message">;

/** Returns the row of an endpoint that reads one entity. */
export const reading = <
  Data extends z.ZodMiniType,
  const Row extends Described & { query?: NonNullable<Endpoint["query"]> },
>(
  data: Data,
  row: Row,
) => endpoint({ ...row, method: "GET", response: answer(data) });

/** Page links with the request's path and query, and the path alone in the field `all`. */
export const pathLinks = { links: "path", all: true } as const;

/** Returns the row of a paginated list. */
export const listing = <
  Item extends z.ZodMiniType,
  Query extends z.ZodMiniObject,
  const Row extends Described & { paging?: NonNullable<Endpoint["paging"]> },
>(
  item: Item,
  query: Query,
  row: Row,
) => endpoint({ paging: pathLinks, ...row, method: "GET", query, response: listAnswer(item) });

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of an endpoint, URL-decoded. */
type Params<E extends Endpoint> = { [Name in ParamNames<E["path"]>]: string };

type QueryIn<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType } ? z.input<Q> : unknown;
type QueryOut<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType }
  ? z.output<Q>
  : unknown;
type BodyIn<E extends Endpoint> = E extends { body: () => Promise<infer B extends z.ZodMiniType> }
  ? undefined extends z.input<B>
    ? { body?: z.input<B> }
    : { body: z.input<B> }
  : unknown;
type BodyOut<E extends Endpoint> = E extends { body: () => Promise<infer B extends z.ZodMiniType> }
  ? { body: z.output<B> }
  : unknown;

/** Input of a client call: path parameters and query side by side, the body under `body`. */
export type CallInput<E extends Endpoint> = Params<E> & QueryIn<E> & BodyIn<E>;

/** Input of a handler: path parameters, query and body, parsed. */
export type HandlerInput<E extends Endpoint> = { params: Params<E>; query: QueryOut<E> } & BodyOut<E>;

/** Parsed response of an endpoint. */
export type Answer<E extends Endpoint> = z.output<E["response"]>;
