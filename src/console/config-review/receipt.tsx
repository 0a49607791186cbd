import type { DynamicConfig, DynamicConfigUpdateInput } from "#contract/dynamic-config.ts";
import { configChanges, countChanges } from "#console/config-draft/config-changes.ts";
import { askedConfig } from "#console/config-draft/sent-body.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { ChangesTable } from "./changes-table.tsx";

interface ReceiptProps {
  body: DynamicConfigUpdateInput;
  stored: DynamicConfig;
  before: DynamicConfig;
  nameOf: NameOf;
  onUndo: () => void;
  onClose: () => void;
}

/** After a save: what the service really stored, whether it is what was asked, and the way back. */
export function Receipt({ body, stored, before, nameOf, onUndo, onClose }: ReceiptProps) {
  const otherwise = configChanges(askedConfig(body, stored), stored, nameOf);
  const isAsAsked = otherwise.audiences.length === 0;
  const changes = configChanges(before, stored, nameOf);
  const count = countChanges(changes);
  return (
    <Notice
      tone={isAsAsked ? "info" : "warning"}
      title={
        isAsAsked
          ? `${stored.name ?? stored.id} is saved as you asked${stored.version ? `, version ${stored.version}` : ""}`
          : `${stored.name ?? stored.id} is saved, but not as you asked`
      }
      action={
        <>
          <Button size="small" onClick={onUndo}>
            Undo
          </Button>
          <Button size="small" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isAsAsked ? (
        <details>
          <summary className="cursor-pointer">
            {count === 1 ? "1 change was stored" : `${count} changes were stored`}
          </summary>
          <ChangesTable
            caption="What was stored"
            changes={{ ...changes, unchanged: [] }}
            before="Before"
            after="Stored"
          />
        </details>
      ) : (
        <ChangesTable
          caption="Asked, and stored"
          changes={{ ...otherwise, unchanged: [] }}
          before="You asked"
          after="Stored"
        />
      )}
    </Notice>
  );
}
