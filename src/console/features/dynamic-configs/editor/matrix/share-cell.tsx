import { percentText } from "#console/foundation/ui/wording.ts";
import { draftEdge } from "./matrix-cell.tsx";

interface ShareCellProps {
  label: string;
  /** Undefined while the typed text is not a valid percentage. */
  percent: number | undefined;
  /** The percentage in the draft's base; undefined if the row is new. */
  before: number | undefined;
  onEdit: () => void;
}

/** Shows the percentage of users who get the value; it is edited below the matrix, where its consequences are shown. */
export function ShareCell({ label, percent, before, onEdit }: ShareCellProps) {
  const isDrafted = before !== undefined && before !== percent;
  const shown = percent === undefined ? "–" : percentText(percent);
  return (
    <button
      type="button"
      aria-label={`${label}: ${shown}${isDrafted ? `, before ${percentText(before)}` : ""}`}
      onClick={onEdit}
      className="flex items-start justify-end rounded-small text-right hover:bg-surface-hover max-tablet:pointer-coarse:min-h-11 tablet:-my-1 tablet:min-h-11 tablet:w-full tablet:py-1"
    >
      <span className={`block ${isDrafted ? draftEdge : ""}`}>
        <span className="block">{shown}</span>
        {isDrafted ? (
          <span className="block text-12 leading-4 whitespace-nowrap text-text-muted">
            was {percentText(before)}
          </span>
        ) : null}
      </span>
    </button>
  );
}
