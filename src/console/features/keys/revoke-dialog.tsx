import type { StoredKey } from "#contract/stored-key.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { relativeTime } from "#console/foundation/ui/time-format.ts";
import { libraryLabel } from "./key-words.ts";

const effects: Readonly<Record<string, string>> = {
  server: "Servers keep the rules that they have, get no newer ones, and what they log is refused.",
  client: "Apps that have it keep the values from before, and what they log is refused.",
  console: "Whoever uses it is asked for another key.",
};

/** Asks once before a key ends. */
export function RevokeDialog({
  revoked,
  onClose,
  onConfirm,
}: {
  revoked: StoredKey;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { name, kind, lastUse } = revoked;
  const used = lastUse
    ? `It was last used ${relativeTime(lastUse.time)} by ${libraryLabel(lastUse.library)}${lastUse.version ? ` ${lastUse.version}` : ""}.`
    : "It was never used.";
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Revoke “${name}”`}
      consequence={`It ends within two seconds, for good. ${effects[kind] ?? ""} ${used}`}
      confirmLabel="Revoke the key"
      onConfirm={onConfirm}
    />
  );
}
