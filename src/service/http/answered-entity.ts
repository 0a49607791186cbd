// The parts that answers of gates, dynamic configs and experiments share.
import type { RequestContext } from "./handler.ts";

/** Address of an entity in the console. */
export const permalinkOf = (
  { consoleUrl, companyID }: Pick<RequestContext, "consoleUrl" | "companyID">,
  path: "gates" | "dynamic_configs" | "experiments",
  id: string,
) => `${consoleUrl}/${companyID}/${path}/${encodeURIComponent(id)}`;

/** The fields of creator and last modifier where they are unknown. */
export const noAuthorship = {
  lastModifierID: null,
  lastModifierName: null,
  lastModifierEmail: null,
  lastModifiedTime: null,
  creatorID: null,
  creatorName: null,
  creatorEmail: null,
  createdTime: null,
};

/** The item with every field that the API description shows: `empty` has the values of those that the item lacks. */
export const withEveryField = <Item extends object>(item: Item, empty: Partial<Item>): Item => ({
  ...item,
  ...empty,
  ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null)),
});
