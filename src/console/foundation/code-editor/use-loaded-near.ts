import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { useEffect, useRef, useState } from "react";

/** A module that is fetched once `element` comes near the viewport; undefined until then, and for good where it cannot be fetched: the plain text stays. */
export function useLoadedNear<Module>(load: () => Promise<Module>) {
  const element = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<{ module: Module }>();
  useEffect(() => {
    if (!element.current) return undefined;
    let isGone = false;
    const keep = (module: Module) => {
      if (!isGone) setLoaded({ module });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // Reading the editor's code takes a moment in which nothing else is drawn.
        whenIdle(() => void load().then(keep, () => undefined));
      },
      { rootMargin: "200px" },
    );
    observer.observe(element.current);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [load]);
  return { element, loaded: loaded?.module };
}
