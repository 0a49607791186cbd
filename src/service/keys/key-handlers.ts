// Lists, creates, rotates and revokes keys, and answers what apps have done with them.
import type { CreatedKey, StoredKey } from "#contract/stored-key.ts";
import type { Database } from "#service/database/database.ts";
import { KeyNameTaken, keyText, listAllKeys, revokeKey, storeKey } from "#service/http/api-keys.ts";
import { badField, notFound, HttpError } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import type { KeyUses } from "#service/http/key-uses.ts";
import { readKeyExpiry, rotateKey } from "#service/http/rotate-keys.ts";
import type { Rejections } from "#service/http/rejections.ts";
import type { SharedActivity } from "#service/http/shared-activity.ts";
import { pageOfList } from "#service/database/pages.ts";

type KeyHandlers = Pick<
  Handlers,
  "listKeys" | "createKey" | "rotateKey" | "revokeKey" | "readAppActivity" | "listRejectedEvents"
>;

const day = 86_400_000;

interface Apps {
  activity: SharedActivity;
  rejected: Rejections;
  uses: KeyUses;
}

export function keyHandlers(database: Database, { activity, rejected, uses }: Apps): KeyHandlers {
  async function answered(): Promise<StoredKey[]> {
    const [keys, used, requests, ends] = await Promise.all([
      listAllKeys(database),
      uses.read(),
      uses.readRequests(),
      readKeyExpiry(database),
    ]);
    return keys.map(({ hash: _hash, ...key }) => ({
      ...key,
      lastUse: used.get(key.id) ?? null,
      requestsOfDay: requests.get(key.id) ?? 0,
      endsTime: ends.get(key.id) ?? null,
    }));
  }
  async function made(id: string, key: string): Promise<{ data: CreatedKey }> {
    const found = (await answered()).find((one) => one.id === id);
    if (!found) throw notFound("Key");
    return { data: { ...found, key } };
  }

  return {
    listKeys: async ({ query }) => pageOfList(await answered(), query),
    createKey: async ({ body }, { now, key }) => {
      const text = keyText(body.kind === "console" ? body.rights : body.kind);
      const id = await storeKey(database, text, body, now, key.name).catch((error: unknown) => {
        throw error instanceof KeyNameTaken ? badField("name", error.message) : error;
      });
      return made(id, text);
    },
    rotateKey: async ({ params, body: { oldKeyDays } }, { now, key }) => {
      const endsTime = oldKeyDays === null ? undefined : now + oldKeyDays * day;
      const rotated = await rotateKey(database, { id: params.id, now, creator: key.name, endsTime });
      if (!rotated) throw notFound("Key");
      return made(rotated.id, rotated.text);
    },
    revokeKey: async ({ params }, { now, key }) => {
      // Choice: a key cannot revoke itself.
      if (params.id === key.id)
        throw new HttpError(400, "This request was sent with this key. Revoke it with another one.");
      if (!(await revokeKey(database, params.id, now))) throw notFound("Key");
      return {};
    },
    readAppActivity: async () => ({ data: await activity.read() }),
    listRejectedEvents: ({ query }) => rejected.list(query),
  };
}
