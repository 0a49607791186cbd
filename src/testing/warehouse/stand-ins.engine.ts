// Emulators of Snowflake and BigQuery, which implement their protocols and SQL.
import { testMeasuresAlone } from "./measure-tests.ts";

testMeasuresAlone("fakesnow", "snowflake");
testMeasuresAlone("bqemulator", "bigquery");
