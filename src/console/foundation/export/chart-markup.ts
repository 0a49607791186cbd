import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { validXml } from "./escapes.ts";
import { type Colours, resolveThemeColours } from "./export-style.ts";

const own = /^(id|class|tabindex|role|style)$/;
/** Ids that recharts numbers; all of them within one chart describe the same clipping area. */
const countedId = /recharts(?:\d+|-[a-z]+-_r_\w+?_)/g;

/** Returns the content of a chart's SVG, which no longer depends on the page. */
// Choice: exported pictures are the page's own charts, rendered out of sight
export function chartMarkup(chart: ReactElement, colours: Colours): string {
  const box = document.createElement("div");
  const root = createRoot(box);
  flushSync(() => root.render(chart));
  const svg = box.querySelector("svg");
  for (const element of svg?.querySelectorAll("title, desc, g:empty") ?? []) element.remove();
  for (const element of svg?.querySelectorAll("*") ?? [])
    for (const name of element.getAttributeNames())
      if (own.test(name) && !(name === "id" && element.closest("defs"))) element.removeAttribute(name);
  if (!svg?.querySelector("[clip-path], use")) svg?.querySelector("defs")?.remove();
  const serializer = new XMLSerializer();
  const content = Array.from(svg?.children ?? [], (child) => serializer.serializeToString(child)).join("");
  root.unmount();
  return resolveThemeColours(
    validXml(content.replaceAll(' xmlns="http://www.w3.org/2000/svg"', "").replaceAll(countedId, "recharts")),
    colours,
  );
}
