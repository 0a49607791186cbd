import { Plus } from "lucide-react";
import { useSearch } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";

interface NewEntityButtonProps {
  /** Label of the button and of the command in the palette, such as "New gate". */
  label: string;
  /** The dialog that asks for the name. */
  children: (close: () => void) => ReactNode;
}

/** Opens the dialog for a new entity, from the top bar and from the command palette. */
export function NewEntityButton({ label, children }: NewEntityButtonProps) {
  const { create = false } = useSearch({ strict: false });
  const setSearch = useSetSearch<{ create: true | undefined }>();
  const open = () => setSearch({ create: true });
  const refusal = useSaveRefusal();
  usePageActions([{ label, onSelect: open, disabledReason: refusal }]);
  return (
    <>
      <PageButtons>
        <Button variant="primary" icon={Plus} disabledReason={refusal} reasonAt="page" onClick={open}>
          {label}
        </Button>
      </PageButtons>
      {create && !refusal ? <Suspense>{children(() => setSearch({ create: undefined }))}</Suspense> : null}
    </>
  );
}
