import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface DialogAction {
  label: string;
  onClick: () => void;
  /** The reason why the action is not possible now. */
  refusal?: string | undefined;
  /** Id of the field that makes the action possible. */
  field?: string;
  /** The action loses something. */
  isDanger?: boolean;
}

interface DialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Label of the button that changes nothing; without it the dialog has no footer. */
  cancelLabel?: string;
  /** Content between the two buttons of the footer. */
  foot?: ReactNode;
  action?: DialogAction | undefined;
  /** px */
  width?: number;
  /** The dialog asks a question that must be answered: a click outside does not close it. */
  asks?: boolean;
  /**
   * Id of the field to focus first, by default the first button. A field with autofocus would prevent the focus from
   * returning on close.
   */
  startsAt?: string;
}

export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  cancelLabel,
  foot,
  action,
  width = 520,
  asks = false,
  startsAt,
}: DialogProps) {
  const Root = asks ? AlertDialog.Root : Base.Root;
  return (
    <Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          {...(startsAt ? { initialFocus: () => document.getElementById(startsAt) } : {})}
          style={{ width }}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[80vh] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col rounded-[10px] border border-border bg-surface-raised shadow-float"
        >
          <div className="flex items-center justify-between gap-4 py-3 pr-3 pl-6">
            <Base.Title className="text-15 font-strong">{title}</Base.Title>
            {/* It has the initial focus, so a tooltip on it would cover the content below. */}
            <Base.Close
              render={
                <Button variant="quiet" aria-label="Close" className="w-control px-0!">
                  <X size={16} aria-hidden />
                </Button>
              }
            />
          </div>
          <div className="overflow-auto px-6 pb-4">
            {description ? (
              <Base.Description className="text-text-muted">{description}</Base.Description>
            ) : null}
            {children}
          </div>
          {cancelLabel === undefined ? null : (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-6 py-3">
              <Button variant="quiet" onClick={onClose}>
                {cancelLabel}
              </Button>
              {foot}
              {action ? (
                <Button
                  variant={action.isDanger ? "danger" : "primary"}
                  disabledReason={action.refusal}
                  field={action.field}
                  onClick={action.onClick}
                >
                  {action.label}
                </Button>
              ) : null}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Root>
  );
}

interface ConfirmProps extends Pick<DialogProps, "open" | "onClose"> {
  /** Names the action and its object, such as "Discard the draft of Shipping options". */
  title: string;
  consequence: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
}

/** Asks for confirmation before something is lost, naming the object and the consequence. */
export const Confirm = ({ consequence, confirmLabel, onConfirm, ...dialog }: ConfirmProps) => (
  <Dialog
    {...dialog}
    description={consequence}
    width={440}
    asks
    cancelLabel="Keep as it is"
    action={{
      label: confirmLabel,
      isDanger: true,
      onClick: () => {
        // Closing counts as a "no" if the question blocks a navigation, so the "yes" comes first.
        onConfirm();
        dialog.onClose();
      },
    }}
  />
);
