// A few lines of our own instead of a library, since every page loads them before it shows anything.
import { useRef, useState, type ReactElement, type ReactNode } from "react";
import { createPortal } from "react-dom";

interface Place {
  readonly left: number;
  readonly top: number;
  /** The hint stands above its trigger, because there is no room below. */
  readonly above: boolean;
}

const delay = 400;
const gap = 6;
const roomBelow = 64;
/** Half the maximum width of a hint, so that it never leaves the window sideways. */
const halfWidth = 144;

function placeBeside(trigger: Element): Place {
  const box = trigger.getBoundingClientRect();
  const above = box.bottom + roomBelow > innerHeight;
  const middle = box.left + box.width / 2;
  return {
    left: Math.max(Math.min(middle, innerWidth - halfWidth), Math.min(halfWidth, innerWidth / 2)),
    top: above ? box.top - gap : box.bottom + gap,
    above,
  };
}

const Hint = ({ place, children }: { place: Place; children: ReactNode }) =>
  createPortal(
    // Hidden from screen readers, which get the same words from the trigger's own name or description.
    <span
      aria-hidden
      style={{ left: place.left, top: place.top }}
      className={`pointer-events-none fixed z-50 w-max max-w-72 -translate-x-1/2 rounded-small border border-border bg-surface-raised px-2 py-1 text-12 text-text shadow-float ${place.above ? "-translate-y-full" : ""}`}
    >
      {children}
    </span>,
    document.body,
  );

/**
 * A hint beside its trigger on hover and on keyboard focus; Escape hides it. Without a text there is none. The trigger must
 * be focusable.
 */
export function Tooltip({
  text,
  children,
}: {
  text: string | undefined;
  children: ReactElement<Record<string, unknown>>;
}) {
  const [place, setPlace] = useState<Place>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  const show = (trigger: Element | null, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => trigger?.isConnected && setPlace(placeBeside(trigger)), after);
  };
  return (
    <span
      className="contents"
      role="presentation"
      onPointerEnter={(event) =>
        event.pointerType === "mouse" && show(event.currentTarget.firstElementChild, delay)
      }
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(event.target, 0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {place && text && <Hint place={place}>{text}</Hint>}
    </span>
  );
}
