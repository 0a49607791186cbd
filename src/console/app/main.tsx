// Starts the console in the browser. Nothing else belongs here.
import "#console/foundation/api/jitless.ts";
import "./styles.css";
import "./print.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openConnection, takeKeyOfOtherTabs } from "#console/foundation/api/connection.ts";
import { readKeyAhead } from "#console/foundation/api/current-key.ts";
import { createQueryClient } from "#console/foundation/api/query-client.ts";
import { createConsoleRouter } from "./routes.tsx";
import { nameMissingParts } from "#console/foundation/ui/missing-part.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";

nameMissingParts();
openConnection();
await takeKeyOfOtherTabs();
const client = createQueryClient();
void readKeyAhead(client);
const router = createConsoleRouter(client);
// If this fails, pages load their code when they are opened.
whenIdle(
  () =>
    void import("./preload-details.ts").then(
      (code) => code.preloadDetails(router, client),
      () => undefined,
    ),
);
const root = document.getElementById("console");
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* The content security policy allows no style elements; the features that need them are not used in the console. */}
      <CSPProvider disableStyleElements>
        <RouterProvider router={router} />
      </CSPProvider>
    </StrictMode>,
  );
