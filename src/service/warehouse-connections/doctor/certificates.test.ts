// The doctor at hosts with a self-signed certificate: its findings if the authority is unknown or a different one.
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  clusterCertificate,
  clusterKey,
  redshiftServer,
  type RedshiftServer,
} from "#service/warehouse/redshift-server.test-support.ts";
import { examined } from "./examined.test-support.ts";

const anotherAuthority = `-----BEGIN CERTIFICATE-----
MIIBjzCCATWgAwIBAgIULgOyifjO0qHw5ck+kHu7nIQNhNswCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRQW5vdGhlciBhdXRob3JpdHkwIBcNMjYxMTI3MDI0MjAyWhgP
MjEyNjExMDMwMjQyMDJaMBwxGjAYBgNVBAMMEUFub3RoZXIgYXV0aG9yaXR5MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEynga8sFOCHYwNTasY2rNAohJELiH19XQ
Ym7LOh3kHPNE6SC5qezaVsvCVr2xU3R4vzDOiXtvKVfysKZ+AaBUPKNTMFEwHQYD
VR0OBBYEFP+/iKiDxndN6J7oZy6DXaBFYsOyMB8GA1UdIwQYMBaAFP+/iKiDxndN
6J7oZy6DXaBFYsOyMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIg
Oxk/VZbCxrELFsZaIcohpniNAjikylK30w4Jo4bA520CIQCdBavZM1WcFA7aclya
aTKOk0PsyidWE5tWTFA1nudgeA==
-----END CERTIFICATE-----
`;

let postgres: RedshiftServer;
let trino: Server;
beforeAll(async () => {
  // Nothing listens behind it, since the test only reaches the TLS handshake.
  postgres = await redshiftServer(new URL("postgres://nobody@127.0.0.1:1/none"));
  trino = createServer({ key: clusterKey, cert: clusterCertificate }).listen(0, "127.0.0.1");
  await once(trino, "listening");
});
afterAll(() => {
  postgres.close();
  trino.close();
});

const onPostgres = (more: object) =>
  examined(
    "postgres",
    { host: "127.0.0.1", port: postgres.port, database: "shop", username: "assay", ...more },
    {},
  );

test("Trino's authority is not known: it is said how it gets known", async () => {
  const address = trino.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const settings = { host: "127.0.0.1", port, username: "assay", catalog: "hive" };
  const { failed, states } = await examined("trino", settings, {});
  expect(failed).toMatchObject({
    name: "Name, port, TLS",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    field: "host",
    who: "you",
    sentence: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
  });
  expect(states[3]).toBe("Sign-in: not reached");
});

test.each([
  ["none is given", {}, "that is not known here. Give its certificate"],
  ["another one is given", { certificateAuthority: anotherAuthority }, "did not sign the one of the host"],
])("PostgreSQL's authority is not known: %s", async (_, more, sentence) => {
  const { failed, states } = await onPostgres(more);
  expect(failed).toMatchObject({
    name: "Name, port, TLS",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    field: "certificateAuthority",
    who: "warehouse admin",
    sentence: expect.stringContaining(sentence),
  });
  expect(states[3]).toBe("Sign-in: not reached");
});

test("PostgreSQL's authority is given: its certificate is believed", async () => {
  const { step } = await onPostgres({ certificateAuthority: clusterCertificate });
  expect(step("Name, port, TLS")).toMatchObject({
    state: "passed",
    sentence: `127.0.0.1:${postgres.port}, TLSv1.3.`,
  });
});
