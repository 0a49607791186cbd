// Starts the console in the browser. Nothing else belongs here.
import "./api/jitless.ts";
import "./styles.css";
import "./print.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openConnection } from "./api/connection.ts";
import { createQueryClient } from "./api/query-client.ts";
import { createConsoleRouter } from "./routes.tsx";
import { nameMissingParts } from "./ui/missing-part.ts";

nameMissingParts();
openConnection();
const root = document.getElementById("console");
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createConsoleRouter(createQueryClient())} />
    </StrictMode>,
  );
