// Helpers for the responses of gates, dynamic configs, experiments and other entities.
import type { RequestContext } from "./handler.ts";

/** Returns the URL of an entity in the console. */
export const permalinkOf = (
  { consoleUrl, companyID }: RequestContext,
  path: "gates" | "dynamic_configs" | "experiments" | "metrics" | "layers",
  id: string,
) => `${consoleUrl}/${companyID}/${path}/${encodeURIComponent(id)}`;

/** Default values of the fields that every entity has. */
export const emptyEntity = {
  description: "",
  idType: "userID",
  lastModifierID: null,
  lastModifierName: null,
  lastModifierEmail: null,
  lastModifiedTime: null,
  creatorID: null,
  creatorName: null,
  creatorEmail: null,
  createdTime: null,
  holdoutIDs: [],
  tags: [],
};

/** Adds every field of the API description to an item: missing fields get their values from `empty`. */
export const withEveryField = <Item extends object>(item: Item, empty: Partial<Item>): Item => ({
  ...item,
  ...empty,
  ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null)),
});
