// Group commit: writers that wait at the same time share one transaction, which takes hardly longer than that of one of them.
//
// Members run one after another; each sees the changes of those before it, as if they had been committed. All changes are stored and
// committed together, and only then is any caller answered, so an answer means that the change is on disk.
// - A member that throws is refused alone, and nothing of it is stored (pending-changes.ts drops it).
// - Where it cannot be dropped, or the database refuses the changes, the group is rolled back, and each member runs again alone.
// - Where the commit fails, all members get its error: nothing is stored, or it is unknown what is.
// Dry runs and long transactions run alone: a dry run must not be committed, and nobody should have to wait for a long transaction.
import type { Database, Engine, ChangeKind, Transaction, TransactionOptions } from "./database.ts";
import { gatherer } from "./gather.ts";
import type { CacheView, SharedCache } from "./value-cache.ts";
import { pendingChanges } from "./pending-changes.ts";

interface Member {
  /** Runs the work, and returns a function that resolves its caller's promise with the result. */
  run: (transaction: Transaction) => Promise<() => void>;
  refuse: (error: unknown) => void;
  /** Time in ms since which the member has waited. */
  since: number;
}

/** With more members, the first would wait too long for the last. */
const mostMembers = 100;

/** Wraps a driver as a `Database`. */
export function withWriterGroups(engine: Engine, shared?: SharedCache): Database {
  const waiting: Member[] = [];
  const groups = gatherer(waiting);

  async function runAlone<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions & { since?: number },
  ): Promise<T> {
    const { commit = true } = options;
    let updateCache = (_isCommitted: boolean) => {};
    let isCommitted = false;
    try {
      const result = await engine.transaction(async (statements) => {
        const pending = pendingChanges(statements, shared?.within(statements));
        updateCache = pending.updateCache;
        const done = await work(pending.transaction);
        // The changes of a dry run stay in memory, unless its queries need them stored.
        if (commit) await pending.store();
        return done;
      }, options);
      isCommitted = commit;
      return result;
    } finally {
      updateCache(isCommitted);
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
    let updateCache = (_isCommitted: boolean) => {};
    try {
      await engine.transaction(
        async (statements) => {
          await groups.gather();
          takeMembers();
          const pending = pendingChanges(statements, shared?.within(statements));
          updateCache = pending.updateCache;
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
      updateCache(true);
      groups.ended(members.length);
      for (const answer of answers) answer();
    } catch (error) {
      updateCache(false);
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

  const through = (cache: CacheView): Pick<Database, "cache" | "changedSince"> => ({
    cache: { read: (key, load) => cache.read(key, () => load(engine)) },
    changedSince: (position) => cache.changedSince(position),
  });
  const database: Database = {
    ...engine,
    ...(shared && {
      ...through(shared),
      changeNumber: (of: ChangeKind) => shared.changeNumber(of),
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
