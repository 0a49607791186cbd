// The search of the page of one user; a broken link still opens the page.
import { getRouteApi } from "@tanstack/react-router";
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

const number = optional(z.int());

const UserSearch = z.object({
  /** Of the id; a user's where it is absent. */
  type: text,
  kind: text,
  /** As in -7d. */
  from: text,
  where: text,
  /** ms: the attributes that answers are for; those known last where it is absent. */
  at: number,
  /** Whose answers are in view. */
  answers: text,
  named: text,
  page: number,
});
export type UserSearch = z.infer<typeof UserSearch>;

const route = getRouteApi("/$company/users/$id");
export const useUserSearch = () => UserSearch.parse(route.useSearch());
