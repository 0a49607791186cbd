import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

/** Loaded when it is first opened: the list is the first page. */
const ViewsDialog = lazyPart("The views", async () => (await import("./views-dialog.tsx")).ViewsDialog);

/** Opens the views of the list: what is in view is an address, and an address can have a name. */
export function GateViews() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <span className="font-regular text-text-muted">Views</span>
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen ? (
        <Suspense>
          <ViewsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
