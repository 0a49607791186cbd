import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import { labelOf, typedFromEvents } from "./recent-user.ts";
import type { TypedUser } from "./typed-user.ts";

/** A picker of the most recent users in the events; shows a note instead if the service has none or lacks this endpoint. */
export function RecentUsers({
  attributes,
  userID,
  onTake,
}: {
  attributes: readonly ReferencedAttribute[];
  userID: string | undefined;
  onTake: (typed: TypedUser) => void;
}) {
  const { data, error, refetch, isPending } = useQuery(query("listEventUsers", { limit: 20 }));
  if (error && !isNotFound(error))
    return (
      <p className="min-h-control text-12 text-text-muted">
        The recent users could not be read.{" "}
        <Button size="small" variant="quiet" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  if (isPending) return <SkeletonBlock className="h-control w-56" label="Loading the recent users" />;
  const users = data?.data ?? [];
  if (users.length === 0)
    return <p className="flex h-control items-center text-12 text-text-muted">No recent users are known.</p>;
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
