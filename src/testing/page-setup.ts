// Runs before every page test: what jsdom lacks, a clean browser, and no unexpected console.error.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing ever comes near a viewport that jsdom does not have: editors stay plain text areas. */
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

// Pages load their code when first opened, which takes its time on a busy machine.
// A failure says what the page read, not all of its markup.
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

// Pages load code while nobody waits for it. What is still on its way when its file ends would fail for the files that follow.
afterAll(() => vi.dynamicImportSettled());

// Tests that run beside this one are no other tabs of the same browser.
Reflect.deleteProperty(globalThis, "BroadcastChannel");
