import { useNear } from "#console/foundation/ui/use-near.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { useEffect, useState } from "react";

/** A module that is fetched once `element` comes near the viewport; undefined until then, and for good where it cannot be fetched: the plain text stays. */
export function useLoadedNear<Module>(load: () => Promise<Module>) {
  const { element, isNear } = useNear<HTMLDivElement>();
  const [loaded, setLoaded] = useState<{ module: Module }>();
  useEffect(() => {
    if (!isNear) return undefined;
    let isGone = false;
    const keep = (module: Module) => {
      if (!isGone) setLoaded({ module });
    };
    // Reading the editor's code takes a moment in which nothing else is drawn.
    whenIdle(() => void load().then(keep, () => undefined));
    return () => {
      isGone = true;
    };
  }, [isNear, load]);
  return { element, loaded: loaded?.module };
}
