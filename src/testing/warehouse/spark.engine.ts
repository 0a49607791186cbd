// Spark SQL, with the protocol of Databricks.
import { testMeasuresAlone } from "./measure-tests.ts";

testMeasuresAlone("spark", "databricks");
