// The shape of one row of the endpoint table. No subject knowledge here.
import type { z } from "zod/mini";
import { answer, listAnswer } from "./envelope.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** One endpoint: what is sent (path, query, body) and what comes back. `message` is the success message, to the letter. */
export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` parameters, which arrive URL-encoded. */
  readonly path: string;
  readonly summary: string;
  readonly message: string;
  /** HTTP status of success; 200 when absent. */
  readonly status?: 201;
  /** Set on lists: how pages are linked, and whether `all` holds the path. */
  readonly paging?: { readonly links: "path" | "query"; readonly all: boolean };
  readonly query?: z.ZodMiniObject;
  /** Loads the schema of the body, so that whoever only reads does without it; a body that may be undefined may be left out. */
  readonly body?: () => Promise<z.ZodMiniType>;
  /** The body is a file, taken as it comes. */
  readonly isUpload?: true;
  /** The answer is a file, sent as it is made: its content type by the name of its format. */
  readonly media?: Readonly<Record<string, string>>;
  /** The answer is a stream of this content type, and each message of it has data of the response. */
  readonly streams?: "text/event-stream";
  /** Stores nothing, whatever its method: a key that may only read is enough. */
  readonly isReading?: true;
  readonly response: z.ZodMiniType;
}

/** True where the body of this schema may be left out. */
export const isOptional = (body: z.ZodMiniType): boolean => body.safeParse(undefined).success;

export const endpoint = <const E extends Endpoint>(row: E): E => row;

export type Described = Pick<Endpoint, "path" | "summary" | "message">;

/** A row that reads one thing. */
export const reading = <
  Data extends z.ZodMiniType,
  const Row extends Described & { query?: NonNullable<Endpoint["query"]> },
>(
  data: Data,
  row: Row,
) => endpoint({ ...row, method: "GET", response: answer(data) });

/** Links of pages: the request's path and query, and its path alone in the field `all`. */
export const pathLinks = { links: "path", all: true } as const;

/** A row that lists things, page by page. */
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

/** Path parameters of an endpoint, decoded. */
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

/** The input of a call: path parameters and query side by side, the body under `body`. */
export type CallInput<E extends Endpoint> = Params<E> & QueryIn<E> & BodyIn<E>;

/** The input of a handler: the same, parsed. */
export type HandlerInput<E extends Endpoint> = { params: Params<E>; query: QueryOut<E> } & BodyOut<E>;

/** The parsed answer of an endpoint. */
export type Answer<E extends Endpoint> = z.output<E["response"]>;
