import { expect, test } from "vitest";
import { readCommand } from "./command-line.ts";

test("a key that may only read is made on request alone", () => {
  expect(readCommand(["create", "--name", "Build server"])).toEqual({
    kind: "create",
    key: { kind: "console", name: "Build server", rights: "write" },
  });
  expect(readCommand(["create", "--name", "Dashboard", "--read"])).toMatchObject({ key: { rights: "read" } });
});

test("a key of an app has a kind, and the environment production where none is given", () => {
  const create = (...more: string[]) => readCommand(["create", "--name", "Shop", ...more]);
  expect(create("--kind", "console")).toMatchObject({ key: { kind: "console", rights: "write" } });
  expect(create("--kind", "server")).toMatchObject({ key: { kind: "server", environment: "production" } });
  expect(create("--kind", "client", "--environment", " staging ")).toMatchObject({
    key: { kind: "client", environment: "staging" },
  });
});

test("a client key reads rules where that is asked for", () => {
  const words = ["create", "--name", "Tablet", "--kind", "client", "--reads-rules"];
  expect(readCommand(words)).toMatchObject({ key: { kind: "client", readsRules: true } });
});

test("a rotated key stays for a week, for other days, or until it is revoked", () => {
  const days = (...more: string[]) => readCommand(["rotate", "1", ...more]);
  expect(days()).toEqual({ kind: "rotate", id: "1", oldKeyDays: 7 });
  expect(days("--days", "0")).toMatchObject({ oldKeyDays: 0 });
  expect(days("--days", "never")).toMatchObject({ oldKeyDays: null });
});

test("a unit is forgotten by its id, whatever it looks like", () => {
  expect(readCommand(["forget", "ada@example.test"])).toEqual({ kind: "forget", unit: "ada@example.test" });
});

test.each<[string[], RegExp]>([
  [[], /^Usage/],
  [["create"], /^Usage/],
  [["create", "--name", " "], /--name takes one line/],
  [["create", "--name", "two\nlines"], /--name takes one line/],
  [["create", "Dashboard", "--name", "Other"], /^Usage/],
  [["list", "all"], /^Usage/],
  [["revoke"], /^Usage/],
  [["forget"], /^Usage/],
  [["forget", ""], /^Usage/],
  [["forget", "ada", "bob"], /^Usage/],
  [["revoke", "1", "2"], /^Usage/],
  [["rotate"], /^Usage/],
  [["rotate", "1", "2"], /^Usage/],
  [["rotate", "1", "--days", "366"], /--days takes a number from 0 to 365/],
  [["rotate", "1", "--days", "1.5"], /--days takes a number from 0 to 365/],
  [["rotate", "1", "--days", ""], /--days takes a number from 0 to 365/],
  [["create", "--name", "x", "--kind", "server", "--reads-rules"], /--reads-rules is for client keys/],
  [["create", "--name", "x", "--admin"], /'--admin'/],
  [["create", "--name", "x", "--kind", "app"], /--kind takes console, server or client/],
  [["create", "--name", "x", "--kind", "server", "--read"], /--read is for console keys/],
  [["create", "--name", "x", "--kind", "client", "--environment", ""], /--environment takes one line/],
  [["create", "--name", "x", "--environment", "staging"], /--environment is for server and client keys/],
])("%j does nothing but say what is wrong", (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});
