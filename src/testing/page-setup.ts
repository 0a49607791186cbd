// Runs before every page test: stubs for what jsdom lacks, a clean browser, and no unexpected console.error.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing is ever near the viewport, since jsdom has none: editors stay plain text areas. */
class NoIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
}

// Pages load their code when first opened, which takes time on a busy machine. A failure shows the text of the page, not all of
// its markup.
configure({
  asyncUtilTimeout: 50_000,
  getElementError: (message, container) =>
    Object.assign(new Error(`${message}\n\nThe page read: ${container.textContent}`), {
      name: "TestingLibraryElementError",
    }),
});

globalThis.ResizeObserver ??= NoResizeObserver;
globalThis.IntersectionObserver ??= NoIntersectionObserver;
window.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
window.scrollTo = () => {};
Object.assign(Element.prototype, { scrollIntoView: () => {}, getAnimations: () => [] });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, "error");
});

afterEach(() => {
  cleanup();
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});

// Pages load code when idle. Imports still pending when a test file ends would fail in the files that follow.
afterAll(() => vi.dynamicImportSettled());

// Tests that run in parallel must not act as other tabs of the same browser.
Reflect.deleteProperty(globalThis, "BroadcastChannel");
