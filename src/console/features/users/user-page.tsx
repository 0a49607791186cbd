// The page of one user. Its parts are lazy-loaded, so that what they share with other pages is not among the files that the
// first page lists.
import { getRouteApi } from "@tanstack/react-router";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { useUserSearch } from "./user-search.ts";

const route = getRouteApi("/$company/users/$id");

const UserDetails = lazyPart("The user", async () => (await import("./user-details.tsx")).UserDetails);

export function UserPage() {
  const { id } = route.useParams();
  const { type = "userID" } = useUserSearch();
  return <UserDetails key={`${type}:${id}`} unit={{ type, id }} />;
}
