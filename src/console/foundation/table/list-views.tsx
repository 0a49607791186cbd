import { type ComponentType, Suspense, useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";

interface ListViewsProps {
  /** Of the list, loaded when it is first opened. */
  dialog: ComponentType<{ onClose: () => void }>;
}

/** Opens the views of the list: what is in view is an address, and an address can have a name. */
export function ListViews({ dialog: Dialog }: ListViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <span className="font-regular text-text-muted">Views</span>
      </Button>
      {isOpen ? (
        <Suspense>
          <Dialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
