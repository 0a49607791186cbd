// Test server on loopback that behaves like AWS, by its documentation: STS and IAM (forms, XML), Athena and Redshift's Data API (JSON 1.1).
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface Table {
  columns: readonly { name: string; type: string }[];
  rows: readonly (readonly (string | null)[])[];
}

/** The simulated outcome of a statement. */
export interface SimulatedOutcome extends Partial<Table> {
  bytes?: number;
  /** Run time in ms. */
  ms?: number;
  failure?: string;
}

export interface Execution {
  id: string;
  text: string;
  parameters: readonly string[];
  token: string;
  state: "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  told: SimulatedOutcome;
  /** True if the result was reused. */
  isReused: boolean;
  request: Record<string, unknown>;
}

interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** Rejections by action, such as `AmazonAthena.GetWorkGroup` or `AssumeRole`. */
type Refusals = Record<string, Refusal[] | Refusal>;

export interface AwsServer {
  url: string;
  executions: Execution[];
  /** All requests, in order. */
  actions: { action: string; headers: Record<string, unknown>; body: string }[];
  /** The rejections of a list are used one by one; a single rejection is permanent. */
  refusals: Refusals;
  answer: (text: string) => SimulatedOutcome;
  workgroup: Record<string, unknown>;
  tables: string[];
  /** Actions that IAM would allow on all resources. */
  allowed: string[];
  externalId: string | undefined;
  /** ms that are added to the server's clock. */
  skew: number;
  close(): void;
}

export const secretOfSession = "canary-session-7d1f";

const xml = (action: string, inner: string) =>
  `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result>${inner}</${action}Result></${action}Response>`;

export async function awsServer(): Promise<AwsServer> {
  const started = new Map<string, number>();
  const tokens = new Map<string, Execution>();

  const server: AwsServer = {
    url: "",
    executions: [],
    actions: [],
    refusals: {},
    answer: () => ({ columns: [{ name: "n", type: "integer" }], rows: [["1"]] }),
    workgroup: {
      State: "ENABLED",
      Configuration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 100e9,
        ResultConfiguration: { OutputLocation: "s3://results/athena/" },
        EngineVersion: { EffectiveEngineVersion: "Athena engine version 3" },
      },
    },
    tables: ["events"],
    allowed: [],
    externalId: undefined,
    skew: 0,
    close: () => {
      listening.closeAllConnections();
      listening.close();
    },
  };

  const settle = (one: Execution) => {
    const since = Date.now() - (started.get(one.id) ?? 0);
    if (one.state === "RUNNING" && since >= (one.told.ms ?? 0))
      one.state = one.told.failure === undefined ? "SUCCEEDED" : "FAILED";
    return one;
  };
  const find = (id: unknown) => {
    const found = server.executions.find((each) => each.id === id);
    return found && settle(found);
  };

  function begin(text: string, body: Record<string, unknown>, parameters: readonly string[], token: string) {
    const same = tokens.get(token);
    if (same) return same;
    const told = server.answer(text);
    const isReused =
      body["ResultReuseConfiguration"] !== undefined &&
      server.executions.some((each) => each.text === text && settle(each).state === "SUCCEEDED");
    const one: Execution = {
      id: `execution-${server.executions.length}`,
      text,
      parameters,
      token,
      state: "RUNNING",
      told: isReused ? { ...told, bytes: 0 } : told,
      isReused,
      request: body,
    };
    started.set(one.id, Date.now());
    server.executions.push(one);
    tokens.set(token, one);
    return one;
  }

  /** Pages have two rows, so that even a short result has several. */
  function page({ columns = [], rows = [] }: SimulatedOutcome, token: unknown, most: number) {
    const from = Number(token ?? 0);
    const next = from + most < rows.length ? { NextToken: String(from + most) } : {};
    return { columns, rows: rows.slice(from, from + most), next, isFirst: from === 0 };
  }

  const athena: Record<string, (body: Record<string, unknown>) => object> = {
    StartQueryExecution: (body) => {
      const parameters = Array.isArray(body["ExecutionParameters"]) ? body["ExecutionParameters"] : [];
      const one = begin(
        String(body["QueryString"]),
        body,
        parameters.map(String),
        String(body["ClientRequestToken"]),
      );
      return { QueryExecutionId: one.id };
    },
    GetQueryExecution: (body) => {
      const one = find(body["QueryExecutionId"]);
      return {
        QueryExecution: {
          QueryExecutionId: one?.id,
          Query: one?.text,
          Status: {
            State: one?.state,
            ...(one?.state === "FAILED" ? { StateChangeReason: one.told.failure } : {}),
          },
          Statistics: {
            DataScannedInBytes: one?.told.bytes ?? 0,
            ResultReuseInformation: { ReusedPreviousResult: one?.isReused },
          },
        },
      };
    },
    GetQueryResults: (body) => {
      const { columns, rows, next, isFirst } = page(
        find(body["QueryExecutionId"])?.told ?? {},
        body["NextToken"],
        2,
      );
      const cells = (values: readonly (string | null)[]) => ({
        Data: values.map((value) => (value === null ? {} : { VarCharValue: value })),
      });
      return {
        ResultSet: {
          Rows: [...(isFirst ? [columns.map(({ name }) => name)] : []), ...rows].map(cells),
          ResultSetMetadata: { ColumnInfo: columns.map(({ name, type }) => ({ Name: name, Type: type })) },
        },
        ...next,
      };
    },
    StopQueryExecution: (body) => {
      const one = find(body["QueryExecutionId"]);
      if (one?.state === "RUNNING") one.state = "CANCELLED";
      return {};
    },
    GetWorkGroup: (body) => ({ WorkGroup: { Name: body["WorkGroup"], ...server.workgroup } }),
    GetDatabase: (body) => ({ Database: { Name: body["DatabaseName"] } }),
    ListTableMetadata: () => ({ TableMetadataList: server.tables.map((Name) => ({ Name })) }),
  };

  const redshiftStates = {
    RUNNING: "STARTED",
    SUCCEEDED: "FINISHED",
    FAILED: "FAILED",
    CANCELLED: "ABORTED",
  };
  const redshift: Record<string, (body: Record<string, unknown>) => object> = {
    ExecuteStatement: (body) => {
      const parameters = Array.isArray(body["Parameters"]) ? body["Parameters"] : [];
      const one = begin(
        String(body["Sql"]),
        body,
        parameters.map((each) => JSON.stringify(each)),
        String(body["ClientToken"]),
      );
      return { Id: one.id, CreatedAt: Date.now() / 1000, Database: body["Database"] };
    },
    DescribeStatement: (body) => {
      const one = find(body["Id"]);
      return {
        Id: one?.id,
        Status: one && redshiftStates[one.state],
        HasResultSet: (one?.told.columns?.length ?? 0) > 0,
        ...(one?.told.failure === undefined ? {} : { Error: one.told.failure }),
      };
    },
    ListStatements: (body) => ({
      Statements: server.executions
        .filter(({ request }) => String(request["StatementName"]).startsWith(String(body["StatementName"])))
        .map((one) => ({ Id: one.id, Status: redshiftStates[settle(one).state] })),
    }),
    GetStatementResult: (body) => {
      const { columns, rows, next } = page(find(body["Id"])?.told ?? {}, body["NextToken"], 2);
      const cell = (value: string | null, type: string | undefined) =>
        value === null
          ? { isNull: true }
          : /int/.test(type ?? "")
            ? { longValue: Number(value) }
            : { stringValue: value };
      return {
        Records: rows.map((values) => values.map((value, index) => cell(value, columns[index]?.type))),
        ColumnMetadata: columns.map(({ name, type }) => ({ name, typeName: type })),
        ...next,
      };
    },
    CancelStatement: (body) => {
      const one = find(body["Id"]);
      if (one?.state === "RUNNING") one.state = "CANCELLED";
      return { Status: true };
    },
  };

  function refusalOf(action: string): Refusal | undefined {
    const refusal = server.refusals[action];
    return Array.isArray(refusal) ? refusal.shift() : refusal;
  }

  function form(fields: URLSearchParams, authorization: string): Refusal | string {
    const action = fields.get("Action") ?? "";
    if (action === "SimulatePrincipalPolicy") {
      const names = [...fields].filter(([name]) => name.startsWith("ActionNames.")).map(([, value]) => value);
      const decision = (name: string) => (server.allowed.includes(name) ? "allowed" : "implicitDeny");
      return xml(
        action,
        `<EvaluationResults>${names.map((name) => `<member><EvalActionName>${name}</EvalActionName><EvalDecision>${decision(name)}</EvalDecision></member>`).join("")}</EvaluationResults>`,
      );
    }
    if (action === "AssumeRole") {
      if (server.externalId !== undefined && fields.get("ExternalId") !== server.externalId)
        return {
          status: 403,
          code: "AccessDenied",
          message: `User: arn:aws:iam::111122223333:user/assay is not authorized to perform: sts:AssumeRole on resource: ${fields.get("RoleArn")}`,
        };
      return xml(
        action,
        `<Credentials><AccessKeyId>ASIAEXAMPLEOFROLE001</AccessKeyId><SecretAccessKey>role-secret</SecretAccessKey><SessionToken>${secretOfSession}</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials><AssumedRoleUser><AssumedRoleId>x</AssumedRoleId><Arn>arn:aws:sts::111122223333:assumed-role/analysis/assay</Arn></AssumedRoleUser>`,
      );
    }
    const arn = authorization.includes("ASIAEXAMPLEOFROLE001")
      ? "arn:aws:sts::111122223333:assumed-role/analysis/assay"
      : "arn:aws:iam::111122223333:user/assay";
    return xml(action, `<Arn>${arn}</Arn><UserId>x</UserId><Account>111122223333</Account>`);
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.setHeader("Date", new Date(Date.now() + server.skew).toUTCString());
    if (request.method === "HEAD") return response.writeHead(404).end();
    const target = request.headers["x-amz-target"];
    const fields = new URLSearchParams(body);
    const action = typeof target === "string" ? target : (fields.get("Action") ?? "");
    server.actions.push({ action, headers: request.headers, body });
    const refused = refusalOf(action);
    const [service, name = ""] = action.split(".");
    if (service === "AmazonAthena" || service === "RedshiftData") {
      const operations = service === "RedshiftData" ? redshift : athena;
      response.writeHead(refused?.status ?? 200, { "Content-Type": "application/x-amz-json-1.1" });
      const parsed: Record<string, unknown> = refused ? {} : JSON.parse(body);
      const answer = refused
        ? { __type: refused.code, message: refused.message }
        : operations[name]?.(parsed);
      return response.end(JSON.stringify(answer));
    }
    const told = refused ?? form(fields, request.headers.authorization ?? "");
    const isRefused = typeof told !== "string";
    response.writeHead(isRefused ? told.status : 200, { "Content-Type": "text/xml" });
    return response.end(
      isRefused
        ? `<ErrorResponse><Error><Type>Sender</Type><Code>${told.code}</Code><Message>${told.message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`
        : told,
    );
  }

  const listening = createServer((request, response) => void respond(request, response));
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  server.url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return server;
}
