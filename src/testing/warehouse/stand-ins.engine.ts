// Stand-ins of Snowflake and BigQuery, which speak their protocols and read their SQL.
import { testMeasuresAlone } from "./measure-tests.ts";

testMeasuresAlone("fakesnow", "snowflake");
testMeasuresAlone("bqemulator", "bigquery");
