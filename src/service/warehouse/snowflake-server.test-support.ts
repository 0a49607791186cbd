// Test server that behaves like Snowflake's SQL API, by its documentation: asynchronous statements, partitions, signed
// tokens, one run per request id.
import { createHash, generateKeyPairSync } from "node:crypto";
import { claimsOf } from "./signed-claims.test-support.ts";
import { parsed, vendorServer, type Reply, type Sent } from "./vendor-server.test-support.ts";

/** A rejection, or a table in partitions. */
export type SnowflakeAnswer =
  | { code: string; message: string; status?: number }
  | {
      columns: readonly (readonly [name: string, type: string])[];
      partitions: readonly (readonly unknown[][])[];
    };

export const table = (columns: readonly string[], rows: readonly unknown[][]): SnowflakeAnswer => ({
  columns: columns.map((name) => [name, "text"] as const),
  partitions: [rows],
});

interface Statement {
  text: string;
  answer: SnowflakeAnswer;
  polls: number;
  isCancelled: boolean;
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const privateKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
export const fingerprint = `SHA256:${createHash("sha256")
  .update(keys.publicKey.export({ type: "spki", format: "der" }))
  .digest("base64")}`;

export const settings = {
  accountName: "myorg-shop_eu",
  serviceUserName: "assay_user",
  privateKey,
  computeWarehouse: "assay_wh",
};

/** A statement reports that it is running `pollsBeforeEnd` times; `Infinity` for a statement that never ends. */
export async function snowflakeServer(answer: (text: string) => SnowflakeAnswer, pollsBeforeEnd = 1) {
  const statements = new Map<string, Statement>();
  const handles = new Map<string, string>();

  function isSignedIn({ headers }: Sent): boolean {
    const token = String(headers.authorization).replace("Bearer ", "");
    const claims = claimsOf(token, keys.publicKey);
    const now = Date.now() / 1000 + server.ahead;
    return (
      headers["x-snowflake-authorization-token-type"] === "KEYPAIR_JWT" &&
      claims?.iss === `MYORG-SHOP_EU.ASSAY_USER.${fingerprint}` &&
      claims["sub"] === "MYORG-SHOP_EU.ASSAY_USER" &&
      claims.iat <= now &&
      claims.exp > now &&
      claims.exp - claims.iat <= 3600
    );
  }

  function submitted(sent: Sent): Reply {
    const requestId = sent.query.get("requestId") ?? "";
    const handle = handles.get(requestId) ?? `01b1-${handles.size}`;
    const text = String(parsed(sent)["statement"]);
    if (!handles.has(requestId))
      statements.set(handle, { text, answer: answer(text), polls: pollsBeforeEnd, isCancelled: false });
    handles.set(requestId, handle);
    return {
      status: 202,
      body: {
        code: "333334",
        message:
          "Asynchronous execution in progress. Use provided query id to perform query monitoring and management.",
        statementHandle: handle,
        statementStatusUrl: `/api/v2/statements/${handle}`,
      },
    };
  }

  function told(handle: string, one: Statement, partition: string | null): Reply {
    if (one.isCancelled)
      return {
        status: 422,
        body: {
          code: "000604",
          message: "SQL execution canceled",
          sqlState: "57014",
          statementHandle: handle,
        },
      };
    if (one.polls > 0) {
      one.polls -= 1;
      return { status: 202, body: { code: "333334", message: "in progress", statementHandle: handle } };
    }
    if ("code" in one.answer)
      return { status: one.answer.status ?? 422, body: { ...one.answer, statementHandle: handle } };
    const { columns, partitions } = one.answer;
    if (partition !== null && partition !== "0")
      return { status: 200, body: { data: partitions[Number(partition)] } };
    return {
      status: 200,
      body: {
        code: "090001",
        message: "Statement executed successfully.",
        statementHandle: handle,
        resultSetMetaData: {
          numRows: partitions.flat().length,
          format: "jsonv2",
          partitionInfo: partitions.map((rows) => ({ rowCount: rows.length, uncompressedSize: 100 })),
          rowType: columns.map(([name, type]) => ({ name, type, nullable: true })),
        },
        data: partitions[0] ?? [],
      },
    };
  }

  function respond(sent: Sent): Reply {
    if (sent.path === "/") return { status: 302, headers: { Location: "/console/login" } };
    if (!isSignedIn(sent))
      return {
        status: 401,
        body: { code: "390144", message: `JWT token is invalid. ${sent.headers.authorization}` },
      };
    const [, handle = "", action] = /^\/api\/v2\/statements\/([\w-]+)(\/cancel)?$/.exec(sent.path) ?? [];
    if (sent.method === "POST" && sent.path === "/api/v2/statements") return submitted(sent);
    const one = statements.get(handle);
    if (!one) return { status: 404, body: { code: "390404", message: "The statement is not found." } };
    if (action === undefined) return told(handle, one, sent.query.get("partition"));
    one.isCancelled = true;
    return {
      status: 200,
      body: { code: "000604", message: "successfully canceled", sqlState: "57014", statementHandle: handle },
    };
  }

  const server = await vendorServer(respond);
  return { server, statements };
}
