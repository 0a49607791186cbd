"""Spark SQL behind the Statement Execution API of Databricks, on loopback: the server for the tests of that client.

python statement_api.py <folder for tables>: prints its address. GET /running tells how many jobs the engine has.
"""
import json
import os
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master(os.environ.get("SPARK_MASTER", "local[2]"))
    .config("spark.sql.warehouse.dir", sys.argv[1])
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.memory", os.environ["SPARK_MEMORY"])
    .config("spark.driver.extraJavaOptions", os.environ.get("SPARK_JAVA", ""))
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")

types = {"BIGINT": "bigint", "DOUBLE": "double", "BOOLEAN": "boolean", "STRING": "string"}
rows_of_chunk = 1000
statements = {}


def text_of(value):
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(value, default=str)
    return value.isoformat(" ") if hasattr(value, "isoformat") else str(value)


class Statement:
    def __init__(self, asked):
        self.id = str(uuid.uuid4())
        self.state, self.error = "RUNNING", None
        self.columns, self.rows = [], []
        threading.Thread(target=self.run, args=(asked,), daemon=True).start()

    def run(self, asked):
        try:
            spark.addTag(self.id)
            named = {}
            for one in asked.get("parameters", []):
                named[one["name"]] = spark.sql(
                    f"select cast({json.dumps(one['value']) if 'value' in one else 'null'} as {types[one['type']]})"
                ).first()[0]
            frame = spark.sql(asked["statement"], args=named) if named else spark.sql(asked["statement"])
            columns = [{"name": field.name, "type_text": field.dataType.simpleString()} for field in frame.schema]
            rows = [[text_of(value) for value in row] for row in frame.collect()]
            if self.state == "RUNNING":
                self.columns, self.rows, self.state = columns, rows, "SUCCEEDED"
        except Exception as error:  # Any error of the engine is returned to the client.
            if self.state == "RUNNING":
                self.error, self.state = str(error).split("\n\nJVM stacktrace")[0], "FAILED"

    def cancel(self):
        if self.state == "RUNNING":
            self.state = "CANCELED"
            spark.interruptTag(self.id)

    def chunk(self, index):
        start = index * rows_of_chunk
        more = {"next_chunk_index": index + 1} if start + rows_of_chunk < len(self.rows) else {}
        return {"chunk_index": index, "data_array": self.rows[start : start + rows_of_chunk], **more}

    def told(self):
        status = {"state": self.state}
        if self.error:
            status["error"] = {"error_code": "BAD_REQUEST", "message": self.error}
        if self.state != "SUCCEEDED":
            return {"statement_id": self.id, "status": status}
        manifest = {"schema": {"columns": self.columns}, "truncated": False}
        return {"statement_id": self.id, "status": status, "manifest": manifest, "result": self.chunk(0)}


class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, status=200):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        parts = self.path.split("?")[0].strip("/").split("/")
        if parts[-1] == "cancel" and parts[-2] in statements:
            statements[parts[-2]].cancel()
            return self.answer({})
        if parts[-1] != "statements":
            return self.answer({"error_code": "NOT_FOUND", "message": "No such statement."}, 404)
        one = Statement(asked)
        statements[one.id] = one
        return self.answer({"statement_id": one.id, "status": {"state": "PENDING"}})

    def do_GET(self):
        parts = self.path.split("?")[0].strip("/").split("/")
        if parts == ["running"]:
            return self.answer({"jobs": len(spark.sparkContext.statusTracker().getActiveJobsIds())})
        if parts[-2] == "chunks" and parts[-4] in statements:
            return self.answer(statements[parts[-4]].chunk(int(parts[-1])))
        if parts[-1] in statements:
            return self.answer(statements[parts[-1]].told())
        return self.answer({"error_code": "NOT_FOUND", "message": "No such statement."}, 404)


server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
print(f"listening http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
