import { useNear } from "#console/foundation/ui/use-near.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import { useEffect, useState } from "react";

export interface LazyModule<Module> {
  load: () => Promise<Module>;
  readonly isAsked: boolean;
  /** The module, once it has been loaded by any part of the page. */
  readonly loaded: Module | undefined;
}

export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let isAsked = false;
  let loaded: Module | undefined;
  return {
    load: async () => {
      isAsked = true;
      return (loaded ??= await load());
    },
    get isAsked() {
      return isAsked;
    },
    get loaded() {
      return loaded;
    },
  };
}

/**
 * Loads a module once `element` comes near the viewport. Returns undefined until then, and permanently if loading fails, in
 * which case the plain text stays.
 */
export function useModuleNearViewport<Module>(lazy: LazyModule<Module>) {
  const { element, isNear } = useNear<HTMLDivElement>();
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => {
    if (!isNear) return undefined;
    let isGone = false;
    const keep = (module: Module) => {
      if (!isGone) setLoaded(() => module);
    };
    const load = () => void lazy.load().then(keep, () => undefined);
    // Evaluating the editor's code blocks rendering for a moment, so it waits until the browser is idle.
    if (lazy.isAsked) load();
    else whenIdle(load);
    return () => {
      isGone = true;
    };
  }, [isNear, lazy]);
  return { element, loaded: loaded ?? (isNear ? lazy.loaded : undefined) };
}
