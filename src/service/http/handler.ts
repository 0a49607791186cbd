// Types of endpoint handlers: they receive parsed input and the request's context, and return the content of the envelope.
import type { Problem } from "#contract/api-error.ts";
import type { Answer, Endpoint, HandlerInput } from "#contract/endpoint.ts";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { SentFile } from "./send-file.ts";
import type { PrecompressedText } from "./send-json.ts";

/** Data of a request other than its input. */
export interface RequestContext {
  /** ms since the epoch, from the clock passed to createApp. */
  readonly now: number;
  readonly companyID: string;
  /** Base URL of links to the console, without a trailing slash. */
  readonly consoleUrl: string;
  readonly key: { readonly id?: string; readonly name: string; readonly rights: "read" | "write" };
  /** Value of If-Match, when sent. */
  readonly ifMatch: string | undefined;
  /** Checks whether the request's key is still valid, for streams that outlive the initial check. */
  readonly isKeyValid: () => Promise<boolean>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Body of a file upload. */
  readonly upload: ReadableStream<Uint8Array> | null;
}

type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : never;
type DataOf<E extends Endpoint> = Answer<E> extends { data: infer Data } ? Data : undefined;

/** Result of a handler. Lists: one page with the exact total, and the next
 *  cursor if any. Otherwise a file, a stream, data with its version, or the kept text of a whole answer. */
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
        : { data: DataOf<E>; version?: number } | { kept: PrecompressedText };

type Handler<E extends Endpoint> = (input: HandlerInput<E>, context: RequestContext) => Promise<Result<E>>;

/** One handler per endpoint; a missing one or one with the wrong type does not compile. */
export type Handlers = { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> };

/** Additional validation of a raw body (schemas in a worker, lookup of ids); its problems are reported along with those of the contract. */
export type BodyCheck = (
  body: unknown,
  params: Readonly<Record<string, string>>,
  context: RequestContext,
) => Promise<Problem[]>;
export type BodyChecks = { readonly [Name in keyof Endpoints]?: BodyCheck };
