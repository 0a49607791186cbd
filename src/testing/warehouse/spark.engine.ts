// Spark SQL, spoken to as Databricks is.
import { testMeasuresAlone } from "./measure-tests.ts";

testMeasuresAlone("spark", "databricks");
