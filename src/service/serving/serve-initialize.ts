// Serves the libraries of browsers and phones: everything that one user gets, and nothing of the rules behind it (API 7.4).
import { hash } from "node:crypto";
import type { Context, Hono } from "hono";
import { LRUCache } from "lru-cache";
import { InitializeRequest } from "#contract/evaluation-request.ts";
import { problemsOf } from "#contract/problems.ts";
import type { Database } from "#service/database/database.ts";
import { setNoStore } from "#service/http/early-headers.ts";
import { badRequest, methodNotAllowed } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { originOf } from "#service/http/origin.ts";
import { readCompressedBody } from "#service/http/read-compressed-body.ts";
import { sdkKeyOf } from "#service/http/sdk-keys.ts";
import { encodingFor, encodeBody, sendEncoded, type EncodedBody } from "#service/http/send-json.ts";
import type { Piece } from "#targeting/served-values/initialize-answer.ts";
import type { RulesCache } from "./rules-cache.ts";
import { customIDsOf, userOf } from "./user-of-request.ts";

interface Options {
  database: Database;
  rules: RulesCache;
  now: () => number;
}

const path = "/v1/initialize";

interface Answer extends EncodedBody {
  readonly checksum: string;
}

/** Maximum size of the cache in bytes. Its keys are digests, so that no attribute is stored.
 *  Choice: from the third request on a user gets a cached answer, as long as the rules, the user and the request are the same.
 *  Only compressed answers are cached: plain ones take ten times the memory, and freeing it delays other requests; they are also
 *  built in half the time. */
const mostKept = 16 * 1024 * 1024;
/** Maximum number of digests of requests seen so far: an answer is cached only if its request came before, because caching the
 *  answers of users who never come back takes longer than computing them. */
const mostSeen = 20_000;

/** Returns a checksum over the checksums of the pieces, because hashing all their bytes would take fifteen times as long. */
function checksumOf(pieces: readonly Piece[]): string {
  const sums = new Float64Array(pieces.length);
  for (let index = 0; index < pieces.length; index += 1) sums[index] = pieces[index]?.sum ?? 0;
  return hash("sha1", new Uint8Array(sums.buffer), "base64url");
}

function together(start: Buffer, pieces: readonly Piece[], end: Buffer): Buffer<ArrayBuffer> {
  let size = start.length + end.length;
  for (const { bytes } of pieces) size += bytes.length;
  const text = Buffer.allocUnsafe(size);
  let at = start.copy(text);
  for (const { bytes } of pieces) {
    text.set(bytes, at);
    at += bytes.length;
  }
  end.copy(text, at);
  return text;
}

export function serveInitialize(app: Hono<Environment>, { database, rules, now }: Options) {
  const answers = new LRUCache<string, Answer>({
    maxSize: mostKept,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  const seen = new LRUCache<string, true>({ max: mostSeen });

  async function initialize(context: Context<Environment>) {
    const { environment } = await sdkKeyOf(context, database);
    const body = await readCompressedBody(context);
    const { data: request, error } = InitializeRequest.safeParse(body);
    if (!request) throw badRequest(problemsOf(error, body));
    const stated = { user: request.user ?? {}, stableID: request.statsigMetadata?.stableID };
    const time = now();
    const user = userOf({ ...stated, origin: originOf(context), environment, time });
    const served = await rules.current(environment, time);
    const by = request.hash ?? "djb2";
    const encoding = encodingFor(context, "quick");
    const { time: _time, ...attributes } = user;
    const asked = [environment, served.time, by, encoding, attributes];
    const key = encoding === "identity" ? undefined : hash("sha256", JSON.stringify(asked), "base64url");

    async function makeAnswer(): Promise<Answer> {
      let isByTime = false;
      const pieces = served.values().write(by, {
        ...attributes,
        get time() {
          isByTime = true;
          return time;
        },
      });
      const about = {
        has_updates: true,
        time: served.time,
        hash_used: by,
        evaluated_keys: { userID: stated.user.userID, customIDs: customIDsOf(stated) },
        derived_fields: user.derived,
        sdkParams: {},
        sdk_flags: {},
      };
      const checksum = checksumOf(pieces);
      const start = Buffer.from(`${JSON.stringify(about).slice(0, -1)},`);
      const end = Buffer.from(`,"full_checksum":"${checksum}"}`);
      const answer = { checksum, ...(await encodeBody(together(start, pieces, end), encoding, "quick")) };
      if (key && !isByTime && seen.has(key)) answers.set(key, answer);
      if (key) seen.set(key, true);
      return answer;
    }
    const answer = (key && answers.get(key)) || (await makeAnswer());
    // The same rules may give another answer than before, because of the time or the address of the request.
    const isKnown = (request.full_checksum ?? answer.checksum) === answer.checksum;
    if ((request.sinceTime ?? 0) >= served.time && isKnown) return context.json({ has_updates: false });
    context.header("Content-Type", "application/json");
    return sendEncoded(context, answer);
  }

  app.use(path, async (context, next) => {
    // Set before the request is handled, so that error responses have the header too.
    setNoStore(context);
    await next();
  });
  app.on("POST", path, initialize);
  app.all(path, (context) => {
    throw methodNotAllowed(context, ["POST"]);
  });
}
