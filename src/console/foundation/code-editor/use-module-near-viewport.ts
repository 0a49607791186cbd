import { useNear } from "#console/foundation/ui/use-near.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { useEffect, useState } from "react";

/**
 * Loads a module once `element` comes near the viewport. Returns undefined until then, and permanently if loading fails, in
 * which case the plain text stays.
 */
export function useModuleNearViewport<Module>(load: () => Promise<Module>) {
  const { element, isNear } = useNear<HTMLDivElement>();
  const [loaded, setLoaded] = useState<{ module: Module }>();
  useEffect(() => {
    if (!isNear) return undefined;
    let isGone = false;
    const keep = (module: Module) => {
      if (!isGone) setLoaded({ module });
    };
    // Evaluating the editor's code blocks rendering for a moment, so it waits until the browser is idle.
    whenIdle(() => void load().then(keep, () => undefined));
    return () => {
      isGone = true;
    };
  }, [isNear, load]);
  return { element, loaded: loaded?.module };
}
