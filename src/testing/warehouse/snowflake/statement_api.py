"""fakesnow behind version 2 of Snowflake's SQL API, on loopback: the server for the tests of that client.

python statement_api.py: prints its address. Statements run in the background, as with async=true; signatures are not checked.
"""
import datetime
import json
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from fakesnow.instance import FakeSnow
from snowflake.connector.constants import FIELD_ID_TO_NAME

engine = FakeSnow()
engine.connect(database="shop", schema="public")
rows_of_partition = 1000
statements = {}
epoch = datetime.datetime(1970, 1, 1)


def bound(one):
    value, kind = one.get("value"), one["type"]
    if value is None or kind == "TEXT":
        return value
    return value.lower() == "true" if kind == "BOOLEAN" else int(value) if kind == "FIXED" else float(value)


def text_of(value):
    """Formats a value as the API does: days, or seconds with nine decimals and, if there is one, with an offset."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        offset = value.utcoffset()
        instant = value.replace(tzinfo=None) - (offset or datetime.timedelta()) - epoch
        seconds = f"{instant.days * 86400 + instant.seconds}.{instant.microseconds:06d}000"
        return seconds if offset is None else f"{seconds} {1440 + int(offset.total_seconds() / 60)}"
    if isinstance(value, datetime.date):
        return str((value - epoch.date()).days)
    return str(value)


class Statement:
    def __init__(self, asked):
        self.id = str(uuid.uuid4())
        self.state, self.error = "RUNNING", None
        self.columns, self.rows = [], []
        self.connection = engine.connect(database="shop", schema="public")
        threading.Thread(target=self.run, args=(asked,), daemon=True).start()

    def run(self, asked):
        given = asked.get("bindings") or {}
        values = [bound(given[place]) for place in sorted(given, key=int)]
        try:
            cursor = self.connection.cursor()
            cursor.execute(asked["statement"], **({"binding_params": values} if values else {}))
            columns = [
                {"name": one.name, "type": FIELD_ID_TO_NAME[one.type_code].lower(), "nullable": True}
                for one in cursor.description
            ]
            rows = [[text_of(value) for value in row] for row in cursor.fetchall()]
            if self.state == "RUNNING":
                self.columns, self.rows, self.state = columns, rows, "SUCCEEDED"
        except Exception as error:  # Any error of the engine is returned to the client.
            if self.state == "RUNNING":
                code = str(getattr(error, "errno", None) or 1003).zfill(6)
                self.error, self.state = {"code": code, "message": str(error)}, "FAILED"

    def cancel(self):
        if self.state == "RUNNING":
            self.error, self.state = {"code": "000604", "message": "SQL execution canceled"}, "CANCELED"
            self.connection._duck_conn.interrupt()

    def told(self, partition):
        """Returns the HTTP status and the body."""
        if self.state == "RUNNING":
            return 202, {"code": "333334", "message": "in progress", "statementHandle": self.id}
        if self.error:
            return 422, {**self.error, "statementHandle": self.id}
        start = partition * rows_of_partition
        rows = self.rows[start : start + rows_of_partition]
        if partition:
            return 200, {"data": rows}
        info = [{"rowCount": rows_of_partition} for _ in range(0, max(1, len(self.rows)), rows_of_partition)]
        meta = {"numRows": len(self.rows), "format": "jsonv2", "rowType": self.columns, "partitionInfo": info}
        return 200, {"code": "090001", "statementHandle": self.id, "resultSetMetaData": meta, "data": rows}


class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body):
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
            return self.answer(200, {"code": "000604", "message": "successfully canceled"})
        if parts[-1] != "statements":
            return self.answer(404, {"code": "390404", "message": "The statement is not found."})
        one = Statement(asked)
        statements[one.id] = one
        return self.answer(202, {"code": "333334", "message": "in progress", "statementHandle": one.id})

    def do_GET(self):
        path, _, query = self.path.partition("?")
        parts = path.strip("/").split("/")
        if parts == ["running"]:
            return self.answer(200, {"jobs": sum(one.state == "RUNNING" for one in statements.values())})
        if parts[-1] not in statements:
            return self.answer(404, {"code": "390404", "message": "The statement is not found."})
        return self.answer(*statements[parts[-1]].told(int(query.partition("partition=")[2] or 0)))


server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
print(f"listening http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
