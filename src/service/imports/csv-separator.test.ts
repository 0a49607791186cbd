import { expect, test } from "vitest";
import { separatorIn } from "./csv-separator.ts";

test.each([
  ["a comma", "user,event,price\nu1,a;b;c;d,5\n", ","],
  ["a comma beside semicolons in one column", "user,a;b;c\nu1,x\nu2,y\n", ","],
  ["a semicolon, with decimal commas", "user;event;price\nu1;purchase;12,5\nu2;purchase;7,25\n", ";"],
  ["a semicolon, with commas in a name", "user;price (net, EUR);tax\nu1;5;1\n", ";"],
  ["a tab", "user\tevent, in words\tprice\r\nu1\tpurchase\t5\r\n", "\t"],
  ["quoted names and texts", '"a;b;c;d","e"\n"x\n;;;",y\n', ","],
  ["one column", "user\nu1\n", ","],
  ["a line that is cut off", "a;b\n1;2\n3", ";"],
  ["nothing", "", ","],
])("%s", (_name, text, separator) => {
  expect(separatorIn(text)).toBe(separator);
  expect(separatorIn(text, false)).toBe(separator);
});
