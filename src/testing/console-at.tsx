// The whole console at an address. Page tests start here.
// Choice: page tests talk to the real service in memory.
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { openConnection } from "#console/foundation/api/connection.ts";
import { CallFailure } from "#console/foundation/api/failure.ts";
import { createQueryClient } from "#console/foundation/api/query-client.ts";
import { createConsoleRouter } from "#console/app/routes.tsx";
import { testApp } from "#service/test-app.test-support.ts";

type Service = Awaited<ReturnType<typeof testApp>>;

export interface ConsoleOptions {
  /** The key stored in the browser, "write" by default; any other text is sent as it is. */
  key?: string;
  /** An existing service; by default a fresh one. */
  service?: Service;
  /** Fills a fresh service with data. */
  fill?: (service: Service) => Promise<unknown>;
  /** Intercepts requests between console and service, for example to let one fail. */
  intercept?: (request: Request) => Response | undefined | Promise<Response | undefined>;
}

/** Opens the console at a path such as `/demo/gates`; `user` simulates the user's actions. */
export async function consoleAt(path: string, options: ConsoleOptions = {}) {
  const service = options.service ?? (await testApp());
  if (!options.service) await options.fill?.(service);
  const { key = "write" } = options;
  sessionStorage.setItem("assay.key", key === "write" || key === "read" ? service.keys[key] : key);
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    // jsdom's AbortSignal is not the one that Node's Request accepts.
    const { signal: _, ...rest } = init ?? {};
    const request = new Request(new URL(input, location.origin), rest);
    return (await options.intercept?.(request)) ?? service.app.fetch(request);
  });
  openConnection();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createConsoleRouter(createQueryClient(), history);
  const user = userEvent.setup();
  const view = render(<RouterProvider router={router} />, {
    // The error page shows a failed call; any other caught error is a bug.
    onCaughtError: (error) => {
      if (!(error instanceof CallFailure)) console.error(error);
    },
  });
  return { ...view, user, router, service };
}
