// A thin line while the visible data is read again.
import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** ms. Faster reads show no line, which would cost two more renders per keystroke in a search. */
const soon = 150;

export function RefreshingLine() {
  const isReading = useIsFetching() > 0;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setTimeout(() => setLate(true), soon);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isReading]);
  return (
    <div aria-hidden className="sticky top-bar z-10 h-0">
      {isLate ? <div className="h-0.5 w-full animate-pulse bg-accent" /> : null}
    </div>
  );
}
