// The colours of results as seen with colour vision deficiencies.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hexOf, linearRgbOf, readOklch } from "./hex-colour.test-support.ts";
import { code, text } from "./repository-files.ts";

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, full severity, on linear-light sRGB. */
const eyes: Record<string, Matrix> = {
  "normal sight": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const product = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [first ?? 0, second ?? 0, third ?? 0];
};
const clamped = ([r, g, b]: Triple): Triple => {
  const clamp = (share: number) => Math.min(1, Math.max(0, share));
  return [clamp(r), clamp(g), clamp(b)];
};

/** OKLab of linear-light sRGB (Ottosson). */
const oklabOf = (rgb: Triple): Triple => {
  const [l, m, s] = product(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return product(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
};

/** ΔE OK (CSS Color 4): 0.02 is just noticeable. */
const difference = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: Triple, b: Triple) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

const css = readFileSync("src/console/app/styles.css", "utf8");

/** Linear-light sRGB of a CSS token such as "--color-positive-mark". */
function colourOf(name: string, theme: "light" | "dark"): Triple {
  const [, light = "", dark = ""] =
    new RegExp(`${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(css) ?? [];
  const colour = readOklch(theme === "light" ? light : dark);
  if (!colour) throw new Error(`${name} has no colour in the ${theme} theme`);
  return clamped(linearRgbOf(colour));
}

const palettes = {
  "marks of results": ["--color-positive-mark", "--color-negative-mark", "--color-neutral-mark"],
  "words of results": ["--color-positive", "--color-negative"],
};
const pairs = (names: readonly string[]) =>
  names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other] as const));

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  describe.each(Object.entries(palettes))("%s", (_palette, names) => {
    test.each(Object.entries(eyes))("stay apart with %s", (_eyes, matrix) => {
      const seen = (name: string) => oklabOf(clamped(product(matrix, colourOf(name, theme))));
      const near = pairs(names).filter(([a, b]) => difference(seen(a), seen(b)) < 0.08);
      expect(near).toEqual([]);
    });
  });

  test("marks stand out from the page by 3 : 1, words by 4.5 : 1", () => {
    const surface = colourOf("--color-surface", theme);
    const ratios = (names: readonly string[]) =>
      names.map((name) => contrast(colourOf(name, theme), surface));
    expect(Math.min(...ratios(palettes["marks of results"]))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...ratios(palettes["words of results"]))).toBeGreaterThanOrEqual(4.5);
  });
});

test("every variable of a style is defined, by the theme or beside its use", () => {
  const sources = [css, ...code.filter((file) => file.startsWith("src/console/")).map(text)].join("\n");
  const defined = new Set([...sources.matchAll(/[\s"[](--[a-z-]+)"?:/g)].map(([, name]) => name));
  const used = [...sources.matchAll(/var\((--[a-z][a-z-]*)\)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});

test("red and green of old would not have passed", () => {
  const deuteranopia = eyes["deuteranopia"];
  if (!deuteranopia) throw new Error("The matrix is there");
  const seen = (rgb: Triple) => oklabOf(clamped(product(deuteranopia, rgb)));
  expect(difference(seen([0.35, 0.07, 0]), seen([0, 0.23, 0.01]))).toBeLessThan(0.08);
});

test("colours are written so that every program reads them", () => {
  expect(hexOf("oklch(1 0 0)")).toBe("#ffffff");
  expect(hexOf("oklch(0.6 0.125 165)")).toBe("#06976d");
  expect(hexOf("oklch(62.8% 0.2577 29.23)")).toBe("#ff0000");
  expect(hexOf("rgb(12, 34, 56)")).toBe("#0c2238");
  expect(hexOf("light-dark(red, blue)")).toBeUndefined();
});
