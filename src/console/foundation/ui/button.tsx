import type { LucideIcon } from "lucide-react";
import { useId, type ButtonHTMLAttributes } from "react";
import { Tooltip } from "./tooltip.tsx";

type ButtonVariant = "primary" | "outlined" | "quiet" | "danger";
type ButtonSize = "normal" | "small";

const base =
  "inline-flex items-center justify-center gap-1.5 rounded border font-medium whitespace-nowrap select-none aria-disabled:cursor-not-allowed";
const sizes = { normal: "h-control text-13", small: "h-7 pointer-coarse:h-11 text-12" };
const variants = {
  primary:
    "border-accent-solid bg-accent-solid text-on-accent hover:brightness-110 aria-disabled:border-border-strong aria-disabled:bg-tint aria-disabled:text-text-muted aria-disabled:brightness-100",
  outlined:
    "border-border-strong text-text hover:bg-surface-hover [&>svg]:text-text-muted aria-disabled:text-text-muted aria-disabled:[&>svg]:text-text-faint aria-disabled:hover:bg-transparent",
  quiet:
    "border-transparent text-text-muted hover:bg-surface-hover hover:text-text aria-disabled:hover:bg-transparent",
  danger:
    "border-border-strong text-danger hover:bg-danger-tint aria-disabled:text-text-muted aria-disabled:hover:bg-transparent",
};

/** Classes of a button, also for links that look like one. */
export const buttonClass = (variant: ButtonVariant = "outlined", size: ButtonSize = "normal") =>
  `${base} ${sizes[size]} ${variant === "quiet" || size === "small" ? "px-2" : "px-3"} ${variants[variant]}`;

/** Classes of a small text above a row of buttons that wraps. */
export const lineAbove = "order-first min-h-4 basis-full text-12 text-text-muted";

const reasonClasses = {
  before: "min-w-0 text-12 text-text-muted max-tablet:order-first max-tablet:basis-full",
  above: lineAbove,
  page: "sr-only",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** Tooltip on hover and focus, if the label does not say enough. */
  hint?: string | undefined;
  /**
   * The reason why the button is disabled, shown as text before it; the button stays focusable so that the reason can be
   * read.
   */
  disabledReason?: string | undefined;
  /** Id of the field that enables the button: clicking the disabled button focuses that field. */
  field?: string | undefined;
  /** Called instead of focusing the field. */
  onRefused?: (() => void) | undefined;
  /**
   * "before" the button; "above", on a line of its own above the buttons in narrow places; or "page" if the page itself
   * shows it, such as "Page 1 of 2".
   */
  reasonAt?: keyof typeof reasonClasses;
}

export function Button({
  variant,
  size,
  icon: Icon,
  hint,
  disabledReason,
  field,
  onRefused,
  reasonAt = "before",
  children,
  className = "",
  ...rest
}: ButtonProps) {
  const reason = useId();
  const reasonText = disabledReason ? (
    <span id={reason} className={reasonClasses[reasonAt]}>
      {disabledReason}
    </span>
  ) : null;
  // The same element with and without a reason, so that the button keeps the focus when the reason disappears.
  return (
    <>
      {reasonAt === "page" ? null : reasonText}
      <Tooltip text={reasonAt === "page" ? (disabledReason ?? hint) : hint}>
        <button
          type="button"
          {...rest}
          className={`${buttonClass(variant, size)} ${className}`}
          {...(disabledReason
            ? {
                "aria-disabled": true,
                "aria-describedby": reason,
                onClick: (event) => {
                  event.preventDefault();
                  if (onRefused) return onRefused();
                  const target = document.getElementById(field ?? "");
                  target?.scrollIntoView({ block: "center" });
                  target?.focus({ preventScroll: true });
                },
              }
            : {})}
        >
          {Icon ? <Icon size={14} aria-hidden /> : null}
          {children}
        </button>
      </Tooltip>
      {reasonAt === "page" ? reasonText : null}
    </>
  );
}

export const IconButton = ({
  label,
  icon: Icon,
  variant = "quiet",
  size = "normal",
  className = "",
  ...rest
}: Omit<ButtonProps, "children" | "icon" | "hint"> & { label: string; icon: LucideIcon }) => (
  <Button
    {...rest}
    variant={variant}
    size={size}
    aria-label={label}
    hint={label}
    className={`px-0! ${size === "small" ? "w-7 pointer-coarse:w-11" : "w-control"} ${className}`}
  >
    <Icon size={16} aria-hidden />
  </Button>
);
