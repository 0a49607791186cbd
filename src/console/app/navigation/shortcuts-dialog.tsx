import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Kbd } from "#console/foundation/ui/kbd.tsx";
import { paletteKeys } from "./keyboard.ts";
import { sections } from "./sections.ts";

const rows: readonly { keys: readonly string[]; does: string }[] = [
  { keys: paletteKeys.split(" "), does: "Find or jump to anything" },
  { keys: ["?"], does: "Show these shortcuts" },
  ...sections.flatMap(({ key, label }) =>
    key ? [{ keys: ["g", key], does: `Go to ${label.toLowerCase()}` }] : [],
  ),
  { keys: ["↑", "↓"], does: "Move through the rows of a table" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["Esc"], does: "Close what is open" },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <dl>
        {rows.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-row items-center justify-between gap-3 border-b border-border last:border-0"
          >
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
