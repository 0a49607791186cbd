import type { StoredKey } from "#contract/stored-key.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { relativeTime } from "#console/foundation/ui/time-format.ts";
import { shortKey, libraryText } from "./key-words.ts";

const effects: Readonly<Record<string, string>> = {
  server: "Servers keep the rules that they have, get no newer ones, and what they log is refused.",
  client: "Apps that have it keep the values from before, and what they log is refused.",
  console: "Whoever uses it is asked for another key.",
};

interface RevokeDialogProps {
  /** The keys to revoke: at least one, all with the same name. */
  revoked: readonly StoredKey[];
  /** Another key with the same name stays valid. */
  isReplaced: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before a key, or all keys of a name, are revoked. */
export function RevokeDialog({ revoked, isReplaced, onClose, onConfirm }: RevokeDialogProps) {
  const { name = "", kind = "" } = revoked[0] ?? {};
  const isOne = revoked.length === 1;
  const used = revoked
    .map((key) => {
      const which = isOne ? "It" : shortKey(key);
      return key.lastUse
        ? `${which} was last used ${relativeTime(key.lastUse.time)} by ${libraryText(key.lastUse)}.`
        : `${which} was never used.`;
    })
    .join(" ");
  const which = isReplaced ? (isOne ? "the old key" : "the old keys") : isOne ? "the key" : "all keys";
  return (
    <Confirm
      open
      onClose={onClose}
      title={isReplaced || !isOne ? `Revoke ${which} of “${name}”` : `Revoke “${name}”`}
      consequence={`${isOne ? "It ends" : "They end"} within two seconds, for good. ${effects[kind] ?? ""} ${used}`}
      confirmLabel={`Revoke ${which}`}
      onConfirm={onConfirm}
    />
  );
}
