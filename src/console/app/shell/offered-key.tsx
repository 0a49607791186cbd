import { useQueryClient } from "@tanstack/react-query";
import { resolveOfferedKey } from "#console/foundation/api/connection.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";

/** Asks which key to use after a link brought a different one. */
export function OfferedKey() {
  const client = useQueryClient();
  const use = () => {
    resolveOfferedKey(true);
    void client.resetQueries();
  };
  return (
    <Confirm
      title="Use another key?"
      consequence="The link that was opened carries another key than this tab uses. With it, this tab reads and changes what that key may."
      confirmLabel="Use the key of the link"
      onConfirm={use}
      onClose={() => resolveOfferedKey(false)}
    />
  );
}
