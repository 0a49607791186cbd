import { expect, test } from "vitest";
import { formulaProblem, plainSource, sourceTextProblem } from "./source-text.ts";
import { warehouseProviderNames } from "./warehouse-providers.ts";

test.each([
  "select * from shop.events",
  "SELECT user_id, ts, 'a;b' AS note FROM \"Events\" WHERE name <> 'drop table x' -- delete later",
  "with recent as (select * from e where ts > current_date - 30) select * from recent;",
  "select replace(name, 'a', 'b') as name, substring(name from 1 for 3), e.update from e",
  "select 1e5, .5, 2.0, '''quoted''', 'it''s' from t /* insert here */",
  'select größe, "delete" from käufe',
  "select case when a then 'x' else 'y' end, cast(b as double), count(*) over (partition by u order by t) from t",
  "select * from t for system_time as of timestamp '2026-01-01 00:00:00'",
])("is a source: %s", (text) => {
  for (const provider of warehouseProviderNames)
    if (!text.includes("'''") || provider !== "bigquery")
      expect([provider, sourceTextProblem(text, provider)]).toEqual([provider, undefined]);
});

test.each([
  ["bigquery", "select `user id`, r'a\\d' from `my-project.shop.events` # newest"],
  ["databricks", "select `user id`, 3L from shop.events"],
  ["postgres", "select doc->>'a', doc ? 'b', x::text, tags[1] from e where at >= now() - interval '1 day'"],
  ["snowflake", "select v:a.b::string from e // newest"],
] as const)("is a source in %s alone: %s", (provider, text) => {
  expect(sourceTextProblem(text, provider)).toBeUndefined();
});

test.each([
  ["", "Required"],
  ["  -- nothing", "Required"],
  ["delete from x", "Must begin with SELECT or WITH"],
  ["(select 1)", "Must begin with SELECT or WITH"],
  ["select 1; drop table x", "Only one statement is taken, and a second one begins at line 1, character 11"],
  ["select 1) s; drop table x; --", "A closing parenthesis too many at line 1, character 9"],
  ["select (1", "A parenthesis is not closed"],
  [
    "with d as (delete from x returning *) select * from d",
    "Only reads: 'DELETE' at line 1, character 12 is not taken. A column of that name is written in quotation marks",
  ],
  [
    "select * into y from x",
    "Only reads: 'INTO' at line 1, character 10 is not taken. A column of that name is written in quotation marks",
  ],
  ["select * from x for share", "Only reads: rows are not locked (line 1, character 21)"],
  ["select 'a\\'', 'b'", "A backslash stands before ': write the mark twice instead (line 1, character 8)"],
  ["select 'a", "The quotation mark ' is not closed (line 1, character 8)"],
  [
    "select /* a /* b */ 1",
    "A comment stands in a comment: engines disagree about where it ends (line 1, character 7)",
  ],
  [
    "select $a$ 1",
    "Parameters and texts between dollar signs are not taken: write texts in single quotation marks (line 1, character 8)",
  ],
  ["select '$1'", "A dollar sign before a digit is not taken, also not in texts"],
  ["select 1\r-- a\rdrop", "Has a control character (line 1, character 9)"],
  [
    "select\n  pg_sleep(10)",
    "The function 'pg_sleep' is not taken: a source reads tables alone (line 2, character 11)",
  ],
  [
    "select * from x where d > {statsig_start_date}",
    "Placeholders are not needed: Assay puts the dates around your text (line 1, character 27)",
  ],
])("%s is refused: %s", (text, problem) => {
  expect(sourceTextProblem(text, "postgres")).toBe(problem);
});

test("without a warehouse in use a text is taken that one of the engines could read", () => {
  expect(sourceTextProblem("select `a` from `b`")).toBeUndefined();
  expect(sourceTextProblem("select 1; select 2")).toContain("Only one statement");
});

test("the text in the wrapper has no comments and no last semicolon, and is otherwise as it was", () => {
  expect(plainSource("select a,--x\n '--b' /* c */as b\nfrom t where c > 1.50 ; -- end", "postgres")).toBe(
    "select a,\n'--b' as b\nfrom t where c > 1.50",
  );
});

test("a formula is one value", () => {
  expect(formulaProblem("price_usd / 100", "trino")).toBeUndefined();
  expect(formulaProblem("coalesce(a, 'x, y')", "trino")).toBeUndefined();
  expect(formulaProblem("1, 2", "trino")).toBe("Must be one value");
  expect(formulaProblem("(select 1)", "trino")).toContain("Only reads");
  expect(formulaProblem("1) from x --", "trino")).toContain("closing parenthesis");
});
