// Routes all endpoints of the table: authentication, rights, rate limits,
// parsing, handler, envelope. Handlers themselves never deal with HTTP.
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Hono, MiddlewareHandler } from "hono";
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { isOptional, type Endpoint } from "#contract/endpoint.ts";
import { endpoints, type EndpointName } from "#contract/endpoints.ts";
import { limits } from "#contract/limits.ts";
import { storabilityProblems } from "#contract/storable.ts";
import { badField, badRequest, entityTag, methodNotAllowed, HttpError } from "./errors.ts";
import type { BodyChecks, Handlers, RequestContext } from "./handler.ts";
import { keptPages, textOf, type PageParts } from "./kept-pages.ts";
import { serialize } from "./response-cache.ts";
import type { Environment } from "./log-requests.ts";
import { paginate } from "./pagination.ts";
import { limitBody, readJson } from "./read-json.ts";
import type { CountRequest } from "./rate-limit.ts";
import { sendFile, type SentFile } from "./send-file.ts";
import { sendJson, sendKeptList, sendPrecompressed, type PrecompressedText } from "./send-json.ts";

interface ServeOptions {
  handlers: Handlers;
  checks: BodyChecks;
  apiKeyHeader: string;
  findKey: (sent: string | undefined) => Promise<RequestContext["key"] | undefined>;
  countWrite: CountRequest;
  countRead: CountRequest;
  /** Rate limit of invalid keys, by IP address. */
  countWrongKey: CountRequest;
  now: () => number;
  companyID: string;
  consoleUrl: (request: URL) => string;
  pages: ReturnType<typeof keptPages>;
}

/** Result of any handler, without its specific type. */
type AnyResult = {
  items?: readonly unknown[];
  total?: number;
  itemsPerPage?: number;
  next?: string | null;
  counts?: unknown;
  stream?: ReadableStream<Uint8Array>;
  data?: unknown;
  version?: number;
  file?: SentFile;
  kept?: PrecompressedText;
};
type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown },
  context: RequestContext,
) => Promise<AnyResult>;

/** This cast is safe: the table pairs each endpoint with a handler of its
 *  type, so the handler of a name accepts that endpoint's parsed input. */
const handlerOf = (handlers: Handlers, name: EndpointName) => handlers[name] as AnyHandler;

const entries: [EndpointName, Endpoint][] = Object.entries(endpoints).map(([name, row]) => [
  name as EndpointName,
  row,
]);

// "{" sorts after every letter, so fixed paths are registered before paths with parameters and take precedence.
const paths = [...new Set(entries.map(([, row]) => row.path))].sort();

export function serveEndpoints(app: Hono<Environment>, given: Omit<ServeOptions, "pages">) {
  const options = { ...given, pages: keptPages() };
  for (const path of paths) {
    const rows = entries.filter(([, row]) => row.path === path);
    const limit: MiddlewareHandler = rows.some(({ 1: row }) => row.isUpload)
      ? (_context, next) => next()
      : limitBody;
    app.all(path.replace(/\{(\w+)\}/g, ":$1"), limit, async (context) => {
      const method = context.req.method === "HEAD" ? "GET" : context.req.method;
      const found = rows.find(([, row]) => row.method === method);
      if (!found)
        throw methodNotAllowed(
          context,
          rows.map(([, row]) => row.method),
        );
      return serve(context, found[0], found[1], options);
    });
  }
}

async function serve(
  context: Context<Environment>,
  name: EndpointName,
  row: Endpoint,
  options: ServeOptions,
) {
  const key = await authorize(context, row, options);
  checkVersionHeader(context, options.apiKeyHeader);
  const url = new URL(context.req.url);
  const sentKey = context.req.header(options.apiKeyHeader);
  const request: RequestContext = {
    now: options.now(),
    companyID: options.companyID,
    consoleUrl: options.consoleUrl(url),
    key,
    isKeyValid: async () => (await options.findKey(sentKey)) !== undefined,
    ifMatch: context.req.header("if-match"),
    // A getter, because the signal is only created when it is used.
    get signal() {
      return context.req.raw.signal;
    },
    get upload() {
      return context.req.raw.body;
    },
  };
  const check = options.checks[name];
  const input = await parseInput(context, row, (body, params) => check?.(body, params, request) ?? []);
  if (row.streams) {
    context.header("Content-Type", row.streams);
    // Proxies must neither cache nor buffer a stream.
    context.header("Cache-Control", "no-store, no-transform");
    context.header("X-Accel-Buffering", "no");
    if (context.req.method === "HEAD") return context.body(null);
  }
  const result = await handlerOf(options.handlers, name)(input, request);
  if (result.file) return sendFile(context, result.file);
  if (result.kept) return sendPrecompressed(context, result.kept);
  if (result.stream) return context.body(result.stream);
  if (result.version !== undefined) context.header("ETag", entityTag(result.version));
  if (row.paging === undefined) return sendJson(context, envelope(row, result), row.status ?? 200);
  const parts = pageParts(row, row.paging, result, input.query, url);
  const page = options.pages(parts);
  return page ? sendKeptList(context, page) : sendJson(context, textOf(parts), 200, true);
}

const addressOf = (context: Context<Environment>) => {
  try {
    return getConnInfo(context).remote.address ?? "";
  } catch {
    return "";
  }
};

async function authorize(context: Context<Environment>, row: Endpoint, options: ServeOptions) {
  const key = await options.findKey(context.req.header(options.apiKeyHeader));
  if (!key) {
    await options.countWrongKey(addressOf(context), () => undefined);
    throw new HttpError(
      401,
      "This endpoint only accepts an active CONSOLE key, but an invalid key was sent.",
    );
  }
  context.set("keyName", key.name);
  if (key.id !== undefined)
    context.set("sender", { id: key.id, name: key.name, kind: "console", environment: null });
  if (row.method === "GET" || row.isReading) {
    await options.countRead(key.name, () => undefined);
    return key;
  }
  if (key.rights !== "write") throw new HttpError(403, "Forbidden resource");
  await options.countWrite(key.name, (name, value) => context.header(name, value));
  return key;
}

/** Choice: the version header is optional, is named after the key header and accepts one version. */
function checkVersionHeader(context: Context, apiKeyHeader: string) {
  const name = `${apiKeyHeader.split("-")[0]}-API-VERSION`;
  const version = context.req.header(name);
  if (version !== undefined && version !== "20240601")
    throw badField(name, `Expected '20240601', received '${version}'`);
}

type Params = Readonly<Record<string, string>>;

async function parseInput(
  context: Context<Environment>,
  row: Endpoint,
  check: (body: unknown, params: Params) => Promise<Problem[]> | Problem[],
) {
  let problems: Problem[] = [];
  const parse = (schema: z.ZodMiniType, given: unknown): unknown => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    problems = problems.concat(problemsOf(parsed.error, given));
    return undefined;
  };
  const params = context.req.param();
  const sent = queryOf(context);
  const unknowable = storabilityProblems({ ...params, ...sent });
  if (unknowable.length) throw badRequest(unknowable);
  const query = row.query ? parse(row.query, sent) : {};
  const schema = await row.body?.();
  const raw = schema ? await readJson(context, isOptional(schema)) : undefined;
  const body = schema ? parse(schema, raw) : undefined;
  problems = problems.concat(await check(raw, params));
  if (problems.length) throw badRequest(problems);
  return { params, query, body };
}

/** Returns query parameters by name; repeated ones as a list. */
const queryOf = (context: Context): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => {
      if (values.length > limits.parameterValues)
        throw badField(name, `Must have at most ${limits.parameterValues} values, has ${values.length}`);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );

const messageOf = (row: Endpoint) => `{"message":${JSON.stringify(row.message)}`;

const envelope = (row: Endpoint, { data }: AnyResult) =>
  data === undefined ? `${messageOf(row)}}` : `${messageOf(row)},"data":${serialize(data)}}`;

function pageParts(
  row: Endpoint,
  paging: NonNullable<Endpoint["paging"]>,
  result: AnyResult,
  query: unknown,
  url: URL,
): PageParts {
  const total = result.total ?? 0;
  const { limit, page } = pageOf(query, result.itemsPerPage);
  const pagination = JSON.stringify(paginate({ limit, page, total, url, next: result.next, ...paging }));
  const counts = result.counts === undefined ? "" : `,"counts":${JSON.stringify(result.counts)}`;
  return {
    before: `${messageOf(row)},"data":[`,
    items: result.items ?? [],
    after: `],"pagination":${pagination}${counts}}`,
  };
}

function pageOf(query: unknown, itemsPerPage: number | undefined) {
  const given = typeof query === "object" && query !== null ? query : {};
  const limit = "limit" in given && typeof given.limit === "number" ? given.limit : 100;
  const page = "page" in given && typeof given.page === "number" ? given.page : 1;
  return { limit: itemsPerPage ?? limit, page };
}
