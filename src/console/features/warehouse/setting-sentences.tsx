import { ArrowRight, TriangleAlert } from "lucide-react";
import type { SettingChange } from "./warehouse-draft.ts";

/** Lists changes in words, one per line. */
export const SettingSentences = ({ changes }: { changes: readonly SettingChange[] }) => (
  <ul className="grid gap-3">
    {changes.map(({ field: { name, title }, verb, value, isRemoval }) => {
      const Icon = isRemoval ? TriangleAlert : ArrowRight;
      return (
        <li key={name} className="flex gap-2">
          <Icon
            size={16}
            aria-hidden
            className={`mt-0.5 shrink-0 ${isRemoval ? "text-warning" : "text-text-muted"}`}
          />
          <span className="min-w-0 break-words">
            {title} {verb} {value ? <b className="font-medium">{value}</b> : null}
          </span>
        </li>
      );
    })}
  </ul>
);
