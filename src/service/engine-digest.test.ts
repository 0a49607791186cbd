// The service computes buckets with Node's SHA-256, browsers with that of a package: both give every unit the same bucket.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketAfter, setEngineDigest } from "#targeting/evaluate/bucket.ts";
import "./app.ts";

test("a unit falls into the same bucket in the service and in a browser", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 150 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(texts, (units) => {
      const bucketOf = (unit: string) => bucketAfter("checkout.rule.", unit);
      const inService = units.map(bucketOf);
      const restore = setEngineDigest(undefined);
      const inBrowser = units.map(bucketOf);
      setEngineDigest(restore);
      expect(restore).toBeDefined();
      expect(inBrowser).toEqual(inService);
    }),
  );
});
