// System, light or dark. public/theme.js applies the choice before the first paint.
import { useState } from "react";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "assay.theme";

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

function apply(theme: Theme) {
  if (theme === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset["theme"] = theme;
  }
}

export function useTheme() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    apply(next);
    setTheme(next);
  };
  return [theme, choose] as const;
}
