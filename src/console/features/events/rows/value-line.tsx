// One field of an expanded event: its value, with actions such as turning it into a condition of a rule.
import { ChartBarDecreasing, Columns3, Equal, EqualNot, type LucideIcon } from "lucide-react";
import { printField, type EventField } from "#contract/event-where.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";

interface LineButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  isPressed?: boolean;
  className?: string;
}

const LineButton = ({ label, icon: Icon, onClick, isPressed, className = "" }: LineButtonProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    aria-label={label}
    title={label}
    onClick={onClick}
    className={`flex size-6 shrink-0 items-center justify-center rounded-small text-accent hover:bg-tint aria-pressed:bg-tint pointer-coarse:size-11 ${className}`}
  >
    <Icon size={14} aria-hidden />
  </button>
);

export interface ValueLineProps {
  field: EventField;
  text: string;
  onChoose: (isExcluded: boolean) => void;
  /** Absent for fields that rules cannot use. */
  onRule?: (() => void) | undefined;
  /** Absent if there is no list of values. */
  onValues?: (() => void) | undefined;
  /** Absent if columns cannot be chosen. */
  column?: { isShown: boolean; onToggle: () => void } | undefined;
}

export function ValueLine({ field, text, onChoose, onRule, onValues, column }: ValueLineProps) {
  const name = "key" in field ? field.key : field.part;
  const shown = `${name} ${text || "empty"}`;
  return (
    <div className="group/line grid min-h-7 grid-cols-[112px_minmax(0,1fr)] items-center gap-x-1 border-t border-border hover:bg-surface-hover pointer-coarse:min-h-11 max-[359px]:grid-cols-[minmax(0,1fr)]">
      <dt className="truncate text-12 text-text-muted max-[359px]:pt-1.5" title={printField(field)}>
        {name}
      </dt>
      <dd className="min-w-0">
        <div
          role="presentation"
          // The keys work on any of the line's buttons.
          onKeyDown={({ key }) => {
            if (key === "i" || key === "x") onChoose(key === "x");
            if (key === "v") onValues?.();
          }}
          className="flex items-center"
        >
          {text === "" ? (
            <span className="flex-1 text-text-muted">–</span>
          ) : onRule ? (
            <button
              type="button"
              aria-label={`Make a rule of ${shown}`}
              title={`${text}\nMake a rule of it`}
              onClick={onRule}
              className="min-h-6 min-w-0 flex-1 text-left wrap-anywhere hover:text-accent hover:underline pointer-coarse:min-h-11"
            >
              <span className="line-clamp-3 leading-4 pointer-coarse:line-clamp-none">
                <Mono>{text}</Mono>
              </span>
            </button>
          ) : (
            <span className="min-w-0 flex-1 wrap-anywhere" title={text}>
              <span className="line-clamp-3 leading-4 pointer-coarse:line-clamp-none">
                <Mono>{text}</Mono>
              </span>
            </span>
          )}
          {/* Hidden by opacity, so that their space is reserved and no button appears under a pointer over the value. */}
          <span className="flex self-start pointer-fine:group-[:not(:hover,:focus-within)]/line:opacity-0">
            <LineButton label={`Only ${shown}`} icon={Equal} onClick={() => onChoose(false)} />
            <LineButton label={`Without ${shown}`} icon={EqualNot} onClick={() => onChoose(true)} />
            {onValues ? (
              <LineButton label={`Values of ${name}`} icon={ChartBarDecreasing} onClick={onValues} />
            ) : null}
            {column ? (
              <LineButton
                label={`Column ${name}`}
                icon={Columns3}
                isPressed={column.isShown}
                onClick={column.onToggle}
                className="max-tablet:hidden"
              />
            ) : null}
          </span>
        </div>
      </dd>
    </div>
  );
}
