// The search parameters of the page of one user; invalid ones count as absent.
import { getRouteApi } from "@tanstack/react-router";
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

const number = optional(z.int());

const UserSearch = z.object({
  /** Type of the unit's id; by default a user id. */
  type: text,
  kind: text,
  /** Such as "-7d". */
  from: text,
  where: text,
  /** Time in ms of the attributes to compute answers for; by default the latest ones. */
  at: number,
  /** Kind of entity whose answers are shown. */
  answers: text,
  named: text,
  page: optional(z.int().check(z.positive())),
});
export type UserSearch = z.infer<typeof UserSearch>;

const route = getRouteApi("/$company/users/$id");
export const useUserSearch = () => UserSearch.parse(route.useSearch());
