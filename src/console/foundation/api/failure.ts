// The ways a call can fail. Every page distinguishes them; nothing here knows how they look.
import type { Problem } from "#contract/api-error.ts";

/** A request without its key: enough to repeat it by hand. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The service answered with a refusal; `data` is the current entity on 412. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestID: string | undefined;
  readonly data: unknown;
  readonly request: SentRequest;

  constructor(
    status: number,
    message: string,
    details: {
      problems?: readonly Problem[] | undefined;
      requestID?: string | undefined;
      data?: unknown;
      request: SentRequest;
    },
  ) {
    super(message);
    this.status = status;
    this.problems = details.problems ?? [];
    this.requestID = details.requestID;
    this.data = details.data;
    this.request = details.request;
  }
}

/** The service answered with success, but not in the shape of the contract. */
export class ContractMismatch extends Error {
  override readonly name = "ContractMismatch";
  readonly fields: readonly Problem[];
  readonly raw: unknown;
  readonly request: SentRequest;

  constructor(fields: readonly Problem[], raw: unknown, request: SentRequest) {
    super("The answer does not have the expected shape.");
    this.fields = fields;
    this.raw = raw;
    this.request = request;
  }
}

/** No answer arrived: the network or the service is down. */
export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
  readonly request: SentRequest;

  constructor(request: SentRequest, cause: unknown) {
    super("The service could not be reached.", { cause });
    this.request = request;
  }
}

export type CallFailure = ApiFailure | ContractMismatch | NetworkFailure;

export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof ApiFailure || error instanceof ContractMismatch || error instanceof NetworkFailure;

/** The service's problems by field, for forms; empty for other failures. */
export const problemsOfFailure = (error: unknown): readonly Problem[] =>
  error instanceof ApiFailure ? error.problems : [];

export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;
