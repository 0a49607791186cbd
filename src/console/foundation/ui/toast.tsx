import { Check } from "lucide-react";
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";

const ToastContext = createContext<(message: string) => void>(() => undefined);

/** Returns a function that shows a brief confirmation; errors that need an action must not be shown this way. */
export const useToast = () => useContext(ToastContext);

const shownFor = 6000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: string) => {
    clearTimeout(timer.current);
    setMessage(next);
    timer.current = setTimeout(() => setMessage(undefined), shownFor);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed bottom-20 left-1/2 max-tablet:bottom-30 z-50 -translate-x-1/2"
      >
        {message ? (
          <p className="flex items-center gap-2 rounded border border-border bg-surface-raised px-3 py-2 shadow-float">
            <Check size={16} aria-hidden className="text-ok" />
            {message}
          </p>
        ) : null}
      </div>
    </ToastContext>
  );
}
