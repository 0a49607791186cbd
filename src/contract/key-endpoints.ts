// Rows of the endpoint table for API keys and the activity of the apps that use them.
import { z } from "zod/mini";
import { AppActivity } from "./app-activity.ts";
import { endpoint, listing, reading } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import { PageQuery } from "./query-fields.ts";
import { CreatedKey, StoredKey } from "./stored-key.ts";

export const keyEndpoints = {
  // Choice: keys are listed, created and revoked at `/api_keys`, and only the response to the creation contains the key itself.
  listKeys: listing(StoredKey, PageQuery, {
    path: "/console/v1/api_keys",
    summary: "List the keys of the console and of apps, without the keys themselves",
    message: "API keys listed successfully.",
  }),
  createKey: endpoint({
    method: "POST",
    path: "/console/v1/api_keys",
    summary: "Make a key, which is answered this once",
    message: "API key created successfully.",
    status: 201,
    body: async () => (await import("./stored-key-update.ts")).NewKey,
    response: answer(CreatedKey),
  }),
  // Choice: `/rotate` creates a new key with the name of the old one, and both are valid until the old one is revoked or expires.
  rotateKey: endpoint({
    method: "POST",
    path: "/console/v1/api_keys/{id}/rotate",
    summary: "Make a key in place of another one, which stays valid for some days",
    message: "API key rotated successfully.",
    status: 201,
    body: async () => (await import("./stored-key-update.ts")).KeyRotation,
    response: answer(CreatedKey),
  }),
  revokeKey: endpoint({
    method: "DELETE",
    path: "/console/v1/api_keys/{id}",
    summary: "Revoke a key",
    message: "API key revoked successfully.",
    response: z.looseObject({ message: z.string() }),
  }),
  // Choice: `/app_activity` returns the requests of apps in the last hour, by key and library, with rejected requests and their reasons.
  readAppActivity: reading(AppActivity, {
    path: "/console/v1/app_activity",
    summary: "Read who asked and logged in the last hour, and what was refused",
    message: "App activity read successfully.",
  }),
};
