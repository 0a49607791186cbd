import { expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";
import { serialize, responseCache } from "./response-cache.ts";

test("an answer is made and encoded once for each document and what else it depends on", () => {
  let made = 0;
  const kept = responseCache<{ id: string; toJSON: () => string }>();
  const [first, second] = [{ id: "a" }, { id: "a" }];
  let encodings = 0;
  const besides = {};
  const answer = (document: { id: string }, name: string) =>
    serialize(
      kept(document, [name, besides], () => {
        made += 1;
        return { ...document, toJSON: () => `${name} ${(encodings += 1)}` };
      }),
    );
  expect([answer(first, "x"), answer(first, "x")]).toEqual(['"x 1"', '"x 1"']);
  expect([answer(second, "x"), answer(first, "y"), answer(first, "y")]).toEqual(['"x 2"', '"y 3"', '"y 3"']);
  expect(made).toBe(3);
});

test("what was read is another answer after each write, alone and in a list", async () => {
  const service = await testApp();
  const path = "/console/v1/gates";
  await service.request("POST", path, { body: { name: "kept", description: "first" } });
  for (const description of ["second", "third"]) {
    for (let times = 0; times < 2; times += 1) {
      const one = await service.request("GET", `${path}/kept`);
      const list = await service.request("GET", path);
      expect(list.body.data).toEqual([one.body.data]);
    }
    await service.request("PATCH", `${path}/kept`, { body: { description } });
    expect((await service.request("GET", `${path}/kept`)).body.data).toMatchObject({ description });
    expect((await service.request("GET", path)).body.data).toMatchObject([{ description }]);
  }
  await service.close();
});
