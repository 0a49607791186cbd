import { Plus } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";

interface NewEntityButtonProps {
  /** Such as "New gate". */
  label: string;
  /** Its name in the palette, such as "Create a gate". */
  action: string;
  /** The dialog that asks for the name. */
  children: (close: () => void) => ReactNode;
}

/** Begins something new, from the top bar and from the palette. */
export function NewEntityButton({ label, action, children }: NewEntityButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  const refusal = useSaveRefusal();
  usePageActions([{ label: action, onSelect: open, disabledReason: refusal }]);
  return (
    <>
      <PageButtons>
        <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={open}>
          {label}
        </Button>
      </PageButtons>
      {isOpen ? <Suspense>{children(() => setIsOpen(false))}</Suspense> : null}
    </>
  );
}
