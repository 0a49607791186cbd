// The page of one user. Its parts come by themselves: what they need of other pages then stands in no list that the first page loads.
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
