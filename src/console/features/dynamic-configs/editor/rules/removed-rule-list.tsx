import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { Button } from "#console/foundation/ui/button.tsx";

interface RemovedRuleListProps {
  /** Rules that were removed from the draft, stored or not. */
  removed: readonly ConfigRuleDraft[];
  onPutBack: (rule: ConfigRuleDraft) => void;
}

export function RemovedRuleList({ removed, onPutBack }: RemovedRuleListProps) {
  if (removed.length === 0) return null;
  return (
    <ul aria-label="Removed rules" className="flex flex-wrap gap-x-6 border-b border-border py-1">
      {removed.map((rule) => (
        <li key={rule.key} className="flex min-w-0 items-center gap-2 text-text-muted">
          <span className="min-w-0 wrap-anywhere">
            {rule.name} <span className="text-12">removed</span>
          </span>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Put ${rule.name} back`}
            onClick={() => onPutBack(rule)}
          >
            Put back
          </Button>
        </li>
      ))}
    </ul>
  );
}
