// Errors that handlers throw to reject a request. Any other error becomes a 500 without internal details.
import type { Context } from "hono";
import type { Problem } from "#contract/api-error.ts";
import { limits } from "#contract/limits.ts";

/** An error with its HTTP status; `message` and `errors` are sent to the client unchanged. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: readonly Problem[] | undefined;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: { errors?: readonly Problem[]; data?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = details.errors;
    this.data = details.data;
    this.headers = details.headers ?? {};
  }
}

const shortened = (text: string) =>
  text.length > limits.problemCharacters ? `${text.slice(0, limits.problemCharacters)}…` : text;

/** 400. Duplicate names and names already in use are reported in the top-level message. */
export const badRequest = (problems: readonly Problem[]) => {
  const [first] = problems;
  const ofName =
    problems.length === 1 && /^(Duplicate |Name is already in use$)/.test(first?.errorMessage ?? "");
  const more = problems.length - limits.problems;
  const told = problems.slice(0, limits.problems).map(({ property, errorMessage }) => ({
    property: shortened(property),
    errorMessage: shortened(errorMessage),
  }));
  const errors =
    more > 0 ? [...told, { property: "", errorMessage: `and ${more.toLocaleString("en")} more` }] : told;
  return new HttpError(400, ofName && first ? first.errorMessage : "Bad Request Exception", { errors });
};

/** 400 with a problem of one field. */
export const badField = (property: string, errorMessage: string) => badRequest([{ property, errorMessage }]);

/** Throws 400 if there are any problems. */
export function refuse(problems: readonly Problem[]) {
  if (problems.length) throw badRequest(problems);
}

/** 404, such as `Gate not found.` */
export const notFound = (what: string) => new HttpError(404, `${what} not found.`);

/** 405; sets the Allow header, adding HEAD wherever GET is allowed. */
export function methodNotAllowed(context: Context, methods: readonly string[]) {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  context.header("Allow", allowed.join(", "));
  return new HttpError(405, `Method ${context.req.method} is not allowed here.`);
}

/** 499: the client closed the connection. */
export const clientClosedRequest = () => new HttpError(499, "The request was closed before it was answered.");

export const entityTag = (version: number) => `"${version}"`;

/** 412 with the current entity under `data` and its ETag. */
const preconditionFailed = (version: number, current: unknown) =>
  new HttpError(412, "The entity was changed since it was read.", {
    data: current,
    headers: { ETag: entityTag(version) },
  });

/** Throws 412 unless If-Match is absent, `*`, or holds the tag of the current version. */
export function checkIfMatch(ifMatch: string | undefined, version: number, current: unknown) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const tags = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!tags.includes(entityTag(version))) throw preconditionFailed(version, current);
}
