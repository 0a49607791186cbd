/**
 * Converts colours of the theme to #rrggbbaa, for code that supports neither custom properties nor oklch; none without a
 * canvas. All at once, because each reading of a style or a canvas blocks the page.
 */
export function themeColours(variables: readonly string[]): ReadonlyMap<string, string> {
  const pen =
    typeof OffscreenCanvas === "undefined" || variables.length === 0
      ? null
      : new OffscreenCanvas(variables.length, 1).getContext("2d", { willReadFrequently: true });
  if (!pen) return new Map();
  const box = document.createElement("div");
  for (const variable of variables) {
    const probe = document.createElement("span");
    probe.style.color = `var(${variable})`;
    box.append(probe);
  }
  document.body.append(box);
  [...box.children].forEach((probe, index) => {
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(index, 0, 1, 1);
  });
  box.remove();
  const { data } = pen.getImageData(0, 0, variables.length, 1);
  const hex = (channel: number) => channel.toString(16).padStart(2, "0");
  return new Map(
    variables.map((variable, index) => [
      variable,
      `#${[...data.subarray(4 * index, 4 * index + 4)].map(hex).join("")}`,
    ]),
  );
}

/** Converts one colour; undefined without a canvas. */
export const themeColour = (variable: string) => themeColours([variable]).get(variable);
