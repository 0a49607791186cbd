import { useState } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { useMadeKey } from "./made-key.ts";

const ends = [
  { value: "1", label: "In a day" },
  { value: "7", label: "In a week" },
  { value: "30", label: "In 30 days" },
  { value: "never", label: "When somebody revokes it" },
] as const;
type End = (typeof ends)[number]["value"];

/** Asks how long the old key stays valid, and creates the new one. */
export function RotateDialog({ rotated, onClose }: { rotated: StoredKey; onClose: () => void }) {
  const [end, setEnd] = useState<End>("7");
  const { keep } = useMadeKey();
  const save = useSave("rotateKey");
  const refusal = useSaveRefusal();
  const rotate = () => {
    if (refusal || save.isPending) return;
    save.mutate(
      { id: rotated.id, body: { oldKeyDays: end === "never" ? null : Number(end) } },
      {
        onSuccess: ({ data }) => {
          keep(data);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Rotate “${rotated.name}”`}
      description="A new key of the same name and rights is made, and shown once. The old one stays valid meanwhile, so that the app goes on until the new key is everywhere."
      cancelLabel="Cancel"
      action={{ label: "Make the new key", onClick: rotate, refusal }}
    >
      <div className="grid gap-4 pt-4">
        {save.error ? (
          <SaveFailure error={save.error} reassurance="No key was made, and the old one stays." />
        ) : null}
        <Select
          label="The old key ends"
          value={end}
          options={ends}
          onChange={setEnd}
          help="Then it is refused, as a revoked one is. It can be revoked at any time before."
        />
      </div>
    </Dialog>
  );
}
