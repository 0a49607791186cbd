import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import { labelOf, typedFromEvents } from "./recent-user.ts";
import type { TypedUser } from "./typed-user.ts";

/** Offers the newest users of the events; nothing where the service knows none, or does not tell. */
export function RecentUsers({
  attributes,
  userID,
  onTake,
}: {
  attributes: readonly ReferencedAttribute[];
  userID: string | undefined;
  onTake: (typed: TypedUser) => void;
}) {
  const { data } = useQuery(query("listEventUsers", { limit: 20 }));
  const users = data?.data ?? [];
  if (users.length === 0) return null;
  return (
    <Picker
      label="Take a recent user"
      value={users.some((user) => user.userID === userID) ? (userID ?? "") : ""}
      options={[
        { value: "", label: "none" },
        ...users.map((user) => ({ value: user.userID, label: labelOf(user) })),
      ]}
      onChange={(id) => {
        const user = users.find((other) => other.userID === id);
        if (user) onTake(typedFromEvents(user, attributes));
      }}
    />
  );
}
