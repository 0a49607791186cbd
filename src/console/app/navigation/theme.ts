// System, light or dark. index.html applies the choice before the first paint.
import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "assay.theme";

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function chooseTheme(theme: Theme) {
  if (theme === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset["theme"] = theme;
  }
  for (const listener of listeners) listener();
}

export const useTheme = () => useSyncExternalStore(subscribe, storedTheme);
