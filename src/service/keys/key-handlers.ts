// Keys as the console lists, makes and revokes them, and what apps did with them.
import type { StoredKey } from "#contract/stored-key.ts";
import type { Database } from "#service/database/database.ts";
import { createKey, KeyNameTaken, listAllKeys, listKeys, revokeKey } from "#service/http/api-keys.ts";
import type { Activity } from "#service/http/app-activity.ts";
import { badField, notFound, Refusal } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import type { KeyUses } from "#service/http/key-uses.ts";
import { pageOfList } from "#service/database/pages.ts";

type KeyHandlers = Pick<Handlers, "listKeys" | "createKey" | "revokeKey" | "readAppActivity">;

export function keyHandlers(database: Database, activity: Activity, uses: KeyUses): KeyHandlers {
  async function answered(): Promise<StoredKey[]> {
    const [keys, used] = await Promise.all([listAllKeys(database), uses.read()]);
    return keys.map(
      ({ id, name, kind, rights, environment, ending, creatorName, createdTime, revokedTime }) => ({
        id,
        name,
        kind,
        rights,
        environment,
        ending,
        creatorName,
        createdTime,
        revokedTime,
        lastUse: used.get(id) ?? null,
      }),
    );
  }

  return {
    listKeys: async ({ query }) => pageOfList(await answered(), query),
    createKey: async ({ body }, { now, key }) => {
      const text = await createKey(database, body, now, key.name).catch((error: unknown) => {
        throw error instanceof KeyNameTaken ? badField("name", error.message) : error;
      });
      const made = (await answered()).find(
        ({ name, revokedTime }) => name === body.name && revokedTime === null,
      );
      if (!made) throw notFound("Key");
      return { data: { ...made, key: text } };
    },
    revokeKey: async ({ params }, { now, key }) => {
      const keys = await listKeys(database);
      // Choice: a key does not revoke itself.
      if (keys.some(({ id, kind, name }) => id === params.id && kind === "console" && name === key.name))
        throw new Refusal(400, "This request was sent with this key. Revoke it with another one.");
      if (!(await revokeKey(database, params.id, now))) throw notFound("Key");
      return {};
    },
    readAppActivity: async (_input, { now }) => ({ data: activity.read(now) }),
  };
}
