import { once } from "node:events";
import { request } from "node:http";
import { apiKey, expect, test } from "./fixtures.ts";

test("hashed files live for ever, come compressed, and the document is revalidated", async ({ service }) => {
  const document = await fetch(`${service.url}/demo/gates`, { headers: { Accept: "text/html" } });
  expect(document.headers.get("cache-control")).toBe("no-cache");
  const known = { Accept: "text/html", "If-None-Match": document.headers.get("etag") ?? "" };
  expect((await fetch(`${service.url}/demo/events`, { headers: known })).status).toBe(304);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await document.text())?.[1] ?? "";
  for (const encoding of ["br", "gzip"]) {
    const { headers } = await fetch(`${service.url}${script}`, { headers: { "Accept-Encoding": encoding } });
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-encoding")).toBe(encoding);
  }
});

test("a permalink is the page for whoever opens it", async ({ service }) => {
  for (const path of ["/demo", "/demo/gates/any.name", "/demo/experiments/x?tab=setup"]) {
    const answer = await fetch(`${service.url}${path}`, { headers: { Accept: "*/*" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  }
  expect((await fetch(`${service.url}/assets/none.js`)).status).toBe(404);
});

test("a request in flight is answered when the service stops", async ({ service }) => {
  const sent = request(`${service.url}/console/v1/wh_connections`, {
    method: "PATCH",
    headers: { "SERVICE-API-KEY": apiKey, "Content-Type": "application/json", Expect: "100-continue" },
  });
  sent.flushHeaders();
  // The service has read the headers of the request, and waits for its body.
  await once(sent, "continue");
  const stopped = service.kill("SIGTERM");
  sent.end(JSON.stringify({ athena: { workgroup: "in flight" } }));
  const [answer]: { statusCode?: number }[] = await once(sent, "response");
  expect(answer?.statusCode).toBe(200);
  const answered = performance.now();
  await stopped;
  // The keep-alive connection of the browser must not delay the stop.
  expect(performance.now() - answered).toBeLessThan(4000);
  await service.start();
  expect(await service.call("GET", "/wh_connections")).toMatchObject({
    data: { athena: { workgroup: "in flight" } },
  });
});

test("what was acknowledged survives a crash", async ({ service }) => {
  await service.call("PATCH", "/wh_connections", { athena: { bucket: "kept" } });
  await service.kill("SIGKILL");
  await service.start();
  expect(await service.call("GET", "/wh_connections")).toMatchObject({
    data: { athena: { bucket: "kept" } },
  });
});
