import { mergeJson, pathText } from "#console/editing/diff-merge/merge-json.ts";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { shownValue } from "#console/features/dynamic-configs/editor/matrix/cell-values.ts";
import { draftEdge } from "#console/features/dynamic-configs/editor/matrix/matrix-cell.tsx";

interface ValueChangesProps {
  text: string;
  /** The value in the draft's base; undefined if it is new. */
  before: string | undefined;
  onEdit: (change: (text: string) => string) => void;
}

const most = 8;

/** Lists the draft's changes to one value, each with a button to revert it. */
export function ValueChanges({ text, before, onEdit }: ValueChangesProps) {
  if (before === undefined || before === text) return null;
  const [old, now] = [valueIn(before), valueIn(text)];
  if (old === undefined || now === undefined) return null;
  const changes = mergeJson(old, old, now).take;
  if (changes.length === 0) return null;
  return (
    <ul aria-label="Changes of this value" className="grid gap-1 border-t border-border pt-2">
      {changes.slice(0, most).map((change) => {
        const name = pathText(change.path);
        return (
          <li key={name} className="flex items-center gap-2">
            <span className={`min-w-0 truncate ${draftEdge}`}>
              <b className="font-medium">{name || "Value"}</b>{" "}
              <span className="figures text-text-muted">{shownValue(change.before)} → </span>
              <span className="figures">{shownValue(change.value)}</span>
            </span>
            <Button
              size="small"
              variant="quiet"
              className="ml-auto"
              aria-label={`Undo ${name || "value"}`}
              onClick={() =>
                onEdit((whole) => changeText(whole, [{ path: change.path, value: change.before }]))
              }
            >
              Undo
            </Button>
          </li>
        );
      })}
      {changes.length > most ? (
        <li className="text-12 text-text-muted">and {changes.length - most} more in the review.</li>
      ) : null}
    </ul>
  );
}
