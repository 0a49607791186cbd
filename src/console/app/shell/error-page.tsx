import type { ErrorComponentProps } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { MissingPage } from "./missing-page.tsx";

const FailedPage = lazyPart("What went wrong", async () => (await import("./failed-page.tsx")).FailedPage);

/** Shows any error that a page throws while reading. */
export const ErrorPage = (failure: ErrorComponentProps) =>
  isMissingPart(failure.error) ? (
    <MissingPage />
  ) : (
    <Suspense>
      <FailedPage {...failure} />
    </Suspense>
  );
