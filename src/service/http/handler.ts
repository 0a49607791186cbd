// The type of a handler: it receives parsed input and the request's context, and returns the content of the envelope.
import type { Problem } from "#contract/api-error.ts";
import type { Answer, Endpoint, HandlerInput } from "#contract/endpoint.ts";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { SentFile } from "./send-file.ts";

/** Everything about a request that is not its input. */
export interface RequestContext {
  /** ms since the epoch, from the clock given to createApp. */
  readonly now: number;
  readonly companyID: string;
  /** Origin of links to the console, no slash at the end. */
  readonly consoleUrl: string;
  readonly key: { readonly id?: string; readonly name: string; readonly rights: "read" | "write" };
  /** Value of If-Match, when sent. */
  readonly ifMatch: string | undefined;
  /** Whether the key that was sent is valid still: a stream outlives a single look. */
  readonly isKeyValid: () => Promise<boolean>;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** The body of an endpoint that takes a file. */
  readonly upload: ReadableStream<Uint8Array> | null;
}

type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : never;
type DataOf<E extends Endpoint> = Answer<E> extends { data: infer Data } ? Data : undefined;

/** The result of a handler: one page with its true total for lists, and the cursor of the next page where that has one, a file or a stream, the data (and its version) otherwise. */
export type Result<E extends Endpoint> = E extends { media: object }
  ? { file: SentFile }
  : E extends { streams: string }
    ? { stream: ReadableStream<Uint8Array> }
    : E extends { paging: object }
      ? {
          items: readonly ItemOf<DataOf<E>>[];
          total: number;
          itemsPerPage?: number;
          counts?: ListCounts;
          next?: string | null;
        }
      : DataOf<E> extends undefined
        ? { data?: undefined }
        : { data: DataOf<E>; version?: number };

type Handler<E extends Endpoint> = (input: HandlerInput<E>, context: RequestContext) => Promise<Result<E>>;

/** One handler per endpoint: a missing or misshapen one does not compile. */
export type Handlers = { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> };

/** A further check of a raw body (schemas run in a worker, ids are looked up); its problems are reported together with those of the contract. */
export type BodyCheck = (
  body: unknown,
  params: Readonly<Record<string, string>>,
  context: RequestContext,
) => Promise<Problem[]>;
export type BodyChecks = { readonly [Name in keyof Endpoints]?: BodyCheck };
