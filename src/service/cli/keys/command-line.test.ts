import { expect, test } from "vitest";
import { readCommand } from "./command-line.ts";

test("a key that may only read is made on request alone", () => {
  expect(readCommand(["create", "--name", "Build server"])).toEqual({
    kind: "create",
    name: "Build server",
    rights: "write",
  });
  expect(readCommand(["create", "--name", "Dashboard", "--read"])).toMatchObject({ rights: "read" });
});

test.each<[string[], RegExp]>([
  [[], /^Usage/],
  [["create"], /^Usage/],
  [["create", "--name", " "], /--name takes one line/],
  [["create", "--name", "two\nlines"], /--name takes one line/],
  [["create", "Dashboard", "--name", "Other"], /^Usage/],
  [["list", "all"], /^Usage/],
  [["revoke"], /^Usage/],
  [["revoke", "1", "2"], /^Usage/],
  [["create", "--name", "x", "--admin"], /'--admin'/],
])("%j does nothing but say what is wrong", (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});
