// Listens on a dedicated connection for what any process has stored (the triggers are in migrations.ts). While the connection is lost, no
// notification arrives: callers check `isListening`, and query the database themselves meanwhile.
import { Client } from "pg";

const channel = "assay_changes";

/** Milliseconds between two attempts to connect, and between two checks that the connection is alive. */
const times = { again: 500, alive: 5000 } as const;

export interface Listener {
  isListening: () => boolean;
  close: () => Promise<void>;
}

/** Calls `heard` with the table of each change, soon after it is stored; without a table where any may have changed. */
export function listen(url: string, heard: (table?: string) => void): Listener {
  let client: Client | undefined;
  let isListening = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let connecting = Promise.resolve();

  const lose = (lost: Client) => {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(start, times.again).unref();
    void lost.end().catch(() => undefined);
  };

  /** A connection that the other side dropped silently is only discovered by running a statement. */
  const check = (checked: Client) => {
    timer = setTimeout(() => {
      checked.query("select 1").then(
        () => client === checked && check(checked),
        () => lose(checked),
      );
    }, times.alive).unref();
  };

  async function connect() {
    const opened = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: times.alive,
      keepAlive: true,
    });
    client = opened;
    opened.on("error", () => lose(opened));
    opened.on("end", () => lose(opened));
    try {
      await opened.connect();
      const { rows } = await opened.query<{ schema: string }>("select current_schema() as schema");
      const beginning = `${rows[0]?.schema} `;
      opened.on("notification", ({ payload = "" }) => {
        if (payload.startsWith(beginning)) heard(payload.slice(beginning.length));
      });
      await opened.query(`listen ${channel}`);
      if (client !== opened) return;
      heard();
      isListening = true;
      check(opened);
    } catch {
      lose(opened);
    }
  }
  function start() {
    connecting = connect();
  }

  start();
  return {
    isListening: () => isListening,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await connecting;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
