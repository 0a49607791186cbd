import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { usualViews } from "./saved-views.ts";

const route = getRouteApi("/$company/gates");
/** Loaded when it is first opened: the list is the first page. */
const ViewsDialog = lazyPart("The views", async () => (await import("./views-dialog.tsx")).ViewsDialog);

/** Opens the views of the list: what is in view is an address, and an address can have a name. */
export function GateViews() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <span className="font-regular text-text-muted">Views</span>
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen ? (
        <Suspense>
          <ViewsDialog
            usual={usualViews}
            current={search}
            onOpen={(view) => {
              setIsOpen(false);
              void navigate({ search: view.search });
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
