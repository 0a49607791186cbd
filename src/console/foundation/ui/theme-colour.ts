/**
 * Converts a colour of the theme to #rrggbbaa, for code that supports neither custom properties nor oklch; undefined without
 * a canvas.
 */
export function themeColour(variable: string): string | undefined {
  const pen = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen) return undefined;
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  pen.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  pen.fillRect(0, 0, 1, 1);
  const channels = [...pen.getImageData(0, 0, 1, 1).data];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
