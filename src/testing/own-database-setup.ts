// Runs before each service test file where TEST_DATABASE_URL is set, and gives each process of tests a database of its own on that server.
// Writers of a database wait for each other, at most for 10 s: one test that fills a project for half a minute would fail those beside it.
import { Client } from "pg";

const server = process.env["TEST_DATABASE_URL"];
const name = `assay_tests_${process.env["VITEST_POOL_ID"]}`;
const alreadyThere = "42P04";

if (server && new URL(server).pathname !== `/${name}`) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === alreadyThere)) throw error;
  });
  await client.end();
  const own = new URL(server);
  own.pathname = name;
  process.env["TEST_DATABASE_URL"] = own.href;
}
