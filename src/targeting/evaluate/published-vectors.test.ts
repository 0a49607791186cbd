// Compares how values are parsed and compared here with examples that standards publish.
import { expect, test } from "vitest";
import { lowerCased, timeOf } from "./values.ts";
import { compareVersions, versionOf } from "./versions.ts";

const compared = (left: string, right: string) =>
  Math.sign(compareVersions(versionOf(left) ?? [Number.NaN], versionOf(right) ?? [Number.NaN]));

// Semantic Versioning 2.0.0, 11.2.
test("released versions are ordered as semver.org says", () => {
  const order = ["1.0.0", "2.0.0", "2.1.0", "2.1.1"];
  for (const [index, older] of order.entries())
    for (const newer of order.slice(index + 1))
      expect([compared(older, newer), compared(newer, older)]).toEqual([-1, 1]);
});

// Semantic Versioning 2.0.0, 10: build metadata. Clients do not read it as part of a version.
test.each(["1.0.0+20130313144700", "1.0.0+exp.sha.5114f85", "1.0.0+21AF26D3---117B344092BD"])(
  "%s is no version",
  (version) => {
    expect(versionOf(version)).toBeUndefined();
  },
);

// Semantic Versioning 2.0.0, 9 and 11.4: pre-releases count as the release here, as in clients.
test.each([
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-0.3.7",
  "1.0.0-x.7.z.92",
  "1.0.0-x-y-z.--",
  "1.0.0-alpha+001",
])("the pre-release %s is compared as 1.0.0", (version) => {
  expect(compared(version, "1.0.0")).toBe(0);
});

// The valid and invalid versions that semver.org gives for its regular expression; here, versions with fewer or more parts are valid, too.
test.each(["0.0.4", "10.20.30", "1.1.2-prerelease+meta", "2.0.0-rc.1+build.123", "1.0.0-0A.is.legal"])(
  "%s is a version",
  (version) => {
    expect(versionOf(version)).toHaveLength(3);
  },
);
test.each([
  "+invalid",
  "-invalid",
  "-1.0.3-gamma+b7718",
  "alpha",
  "alpha.beta.1",
  "1.2.3.DEV",
  "1.2-SNAPSHOT.",
  "v1.2.3",
])("%s is no version of three numbers", (version) => {
  expect(versionOf(version)?.length).not.toBe(3);
});

// RFC 3339, 5.8.
test.each([
  ["1985-04-12T23:20:50.52Z", 482_196_050_520],
  ["1996-12-19T16:39:57-08:00", 851_042_397_000],
  ["1996-12-20T00:39:57Z", 851_042_397_000],
  ["1937-01-01T12:00:27.87+00:20", -1_041_337_172_130],
  ["1990-12-31T23:59:60Z", undefined],
])("%s is %i ms after 1970, a leap second is none", (text, time) => {
  expect(timeOf(text)).toBe(time);
});

// Unicode Character Database, UnicodeData.txt and SpecialCasing.txt: lower case.
test.each([
  ["\u00DF", "\u00DF"],
  ["\u0130", "i\u0307"],
  ["\u017F", "\u017F"],
  ["\u03A3", "\u03C3"],
  ["\u03C2", "\u03C2"],
  ["\u1E9E", "\u00DF"],
  ["\u1FFC", "\u1FF3"],
  ["\u2126", "\u03C9"],
  ["\u212A", "k"],
  ["\u212B", "\u00E5"],
  ["\u13A0", "\uAB70"],
  ["\uFB03", "\uFB03"],
  ["\uFF21", "\uFF41"],
  ["\u{10400}", "\u{10428}"],
])("%s is %s in lower case", (character, lower) => {
  expect(lowerCased(character)).toBe(lower);
});
