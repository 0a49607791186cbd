// The ways in which a call can fail. Every page distinguishes them; how they are displayed is decided elsewhere.
import type { Problem } from "#contract/api-error.ts";

/** A request without its key: enough to repeat it by hand. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call that did not get the expected answer; `title` says in a few words what happened instead. */
export abstract class CallFailure extends Error {
  abstract readonly title: string;
  /** Problems by field of the request or, if the answer is malformed, of the answer. */
  readonly problems: readonly Problem[] = [];
  readonly request: SentRequest;

  constructor(message: string, request: SentRequest, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
  }
}

interface Refusal {
  problems?: readonly Problem[] | undefined;
  requestID?: string | undefined;
  data?: unknown;
  request: SentRequest;
}

/** The service refused the request; on 412 `data` is the current entity. */
export class ApiFailure extends CallFailure {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly title: string;
  override readonly problems: readonly Problem[];
  readonly requestID: string | undefined;
  readonly data: unknown;

  constructor(status: number, message: string, { problems = [], requestID, data, request }: Refusal) {
    super(message, request);
    this.status = status;
    this.title = `The service answered ${status}`;
    this.problems = problems;
    this.requestID = requestID;
    this.data = data;
  }
}

/** The service answered with success, but the answer does not match the contract. */
export class ContractMismatch extends CallFailure {
  override readonly name = "ContractMismatch";
  readonly title = "The answer does not fit";
  override readonly problems: readonly Problem[];
  readonly raw: unknown;

  constructor(problems: readonly Problem[], raw: unknown, request: SentRequest) {
    super("The answer does not have the expected shape.", request);
    this.problems = problems;
    this.raw = raw;
  }
}

/** No answer arrived: the network or the service is down. */
export class NetworkFailure extends CallFailure {
  override readonly name = "NetworkFailure";
  readonly title = "The service cannot be reached";

  constructor(request: SentRequest, cause: unknown) {
    super("The service could not be reached.", request, { cause });
  }
}

/** The service's problems by field, for forms; empty for other failures. */
export const problemsOfFailure = (error: unknown): readonly Problem[] =>
  error instanceof ApiFailure ? error.problems : [];

export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;
