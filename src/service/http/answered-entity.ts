// The parts that answers of gates, dynamic configs and experiments share.
import type { RequestContext } from "./handler.ts";

/** Address of an entity in the console. */
export const permalinkOf = (
  { consoleUrl, companyID }: RequestContext,
  path: "gates" | "dynamic_configs" | "experiments" | "metrics" | "layers",
  id: string,
) => `${consoleUrl}/${companyID}/${path}/${encodeURIComponent(id)}`;

/** The fields of every entity where nothing else is known. */
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

/** The item with every field that the API description shows: `empty` has the values of those that the item lacks. */
export const withEveryField = <Item extends object>(item: Item, empty: Partial<Item>): Item => ({
  ...item,
  ...empty,
  ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null)),
});
