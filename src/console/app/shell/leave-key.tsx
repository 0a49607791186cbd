import { forgetKey } from "#console/foundation/api/connection.ts";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";

/** Asks before the key is forgotten, because without it at hand the user cannot come back. */
export function LeaveKey({ onClose }: { onClose: () => void }) {
  const key = useCurrentKey();
  return (
    <Confirm
      title={key ? `Forget the key “${key.name}”?` : "Forget the key?"}
      consequence="You are asked for a key then, and need this one to come back. What you have not saved stays in this browser as a draft."
      confirmLabel="Use another key"
      onConfirm={forgetKey}
      onClose={onClose}
    />
  );
}
