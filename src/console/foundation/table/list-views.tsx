import { type ComponentType, Suspense, useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";

interface ListViewsProps {
  /** The dialog of the list, loaded when it is first opened. */
  dialog: ComponentType<{ onClose: () => void }>;
}

/** Opens the saved views of the list: the filters and the order are in the address, which can be saved under a name. */
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
