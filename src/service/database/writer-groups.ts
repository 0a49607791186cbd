// Writers that wait at the same time share one transaction and one commit, which takes hardly longer than that of one of them.
//
// The works of a group run one after another; each sees what those before it changed, as if each had been committed. What they
// changed is stored together and committed once, and only then is anybody answered: an answer stands for what is on the disk.
// - A work that throws is refused alone, and nothing of it is stored (pending-changes.ts drops it).
// - Where that is not possible, or the database refuses what is stored, the group is rolled back, and each runs again alone.
// - Where the commit fails, everybody is answered its error: nothing, or nobody knows what, is stored.
// Dry runs and long transactions run alone: a dry run must not end in a commit, and nobody should wait for a long one's end.
import type { Database, Engine, Told, Transaction, TransactionOptions } from "./database.ts";
import { gatherer } from "./gather.ts";
import type { Remembering, SharedMemory } from "./memory.ts";
import { pendingChanges } from "./pending-changes.ts";

interface Member {
  /** Runs the work; answers how to tell its caller the result. */
  run: (transaction: Transaction) => Promise<() => void>;
  refuse: (error: unknown) => void;
  /** ms; it has waited since then. */
  since: number;
}

/** More would make the first wait for the last. */
const mostMembers = 100;

/** A database on a driver. */
export function withWriterGroups(engine: Engine, shared?: SharedMemory): Database {
  const waiting: Member[] = [];
  const groups = gatherer(waiting);

  async function runAlone<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions & { since?: number },
  ): Promise<T> {
    const { commit = true } = options;
    let tellMemory = (_isCommitted: boolean) => {};
    let isCommitted = false;
    try {
      const result = await engine.transaction(async (statements) => {
        const pending = pendingChanges(statements, shared?.within(statements));
        tellMemory = pending.tellMemory;
        const done = await work(pending.transaction);
        // The changes of a dry run stay in memory, as far as it ran no query.
        if (commit) await pending.store();
        return done;
      }, options);
      isCommitted = commit;
      return result;
    } finally {
      tellMemory(isCommitted);
    }
  }

  async function runGroup(since: number) {
    let members: Member[] = [];
    let hasEnded = false;
    const answers: (() => void)[] = [];
    const takeMembers = () => {
      members = waiting.splice(0, mostMembers);
      const [next] = waiting;
      if (next) void runGroup(next.since);
    };
    let tellMemory = (_isCommitted: boolean) => {};
    try {
      await engine.transaction(
        async (statements) => {
          await groups.gather();
          takeMembers();
          const pending = pendingChanges(statements, shared?.within(statements));
          tellMemory = pending.tellMemory;
          for (const { run, refuse } of members) {
            pending.begin();
            try {
              answers.push(await run(pending.transaction));
            } catch (error) {
              if (!pending.drop()) throw error;
              answers.push(() => refuse(error));
            }
          }
          await pending.store();
          hasEnded = true;
        },
        { since },
      );
      tellMemory(true);
      groups.ended(members.length);
      for (const answer of answers) answer();
    } catch (error) {
      tellMemory(false);
      const hasBegun = members.length > 0;
      if (!hasBegun) takeMembers();
      for (const { run, refuse, since } of members)
        if (!hasBegun || hasEnded || members.length === 1) refuse(error);
        else
          await runAlone(run, { since }).then(
            (answer) => answer(),
            (refused: unknown) => refuse(refused),
          );
    }
  }

  const through = (memory: Remembering): Pick<Database, "memory" | "changedSince"> => ({
    memory: { read: (key, load) => memory.read(key, () => load(engine)) },
    changedSince: (position) => memory.changedSince(position),
  });
  const database: Database = {
    ...engine,
    ...(shared && {
      ...through(shared),
      told: (of: Told) => shared.told(of),
      changed: (keys: readonly string[]) => shared.changed(keys),
      forget: () => shared.forget(),
    }),
    upToDate: async () => (shared ? { ...database, ...through(await shared.upToDate()) } : database),
    transaction: (work, options = {}) => {
      if (options.commit === false || options.isLong || options.staged) return runAlone(work, options);
      return new Promise((answer, refuse) => {
        const member: Member = {
          run: async (transaction) => {
            const result = await work(transaction);
            return () => answer(result);
          },
          refuse,
          since: Date.now(),
        };
        if (waiting.push(member) === 1) void runGroup(member.since);
      });
    },
  };
  return database;
}
