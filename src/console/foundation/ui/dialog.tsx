import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface DialogAction {
  label: string;
  onClick: () => void;
  /** The reason why it is not possible now. */
  refusal?: string | undefined;
  /** Id of the field that makes it possible. */
  field?: string;
  /** Something is lost by it. */
  isDanger?: boolean;
}

interface DialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The button that leaves all as it is; without it the dialog has no foot. */
  cancelLabel?: string;
  /** Stands between the two buttons of the foot. */
  foot?: ReactNode;
  action?: DialogAction | undefined;
  /** px */
  width?: number;
  /** It asks something that must be answered: a click beside it does not close it. */
  asks?: boolean;
  /** Id of the field that takes the focus; else the first button has it. A field that takes it by itself could not give it back. */
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
            {/* It has the first focus: a tooltip would lie over what stands below. */}
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
  /** Names the thing, such as "Discard the draft of Shipping options". */
  title: string;
  consequence: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
}

/** Asks once before something is lost, in words that name the thing and the consequence. */
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
        // Closing counts as a "no" where the question holds a navigation back, so the "yes" comes first.
        onConfirm();
        dialog.onClose();
      },
    }}
  />
);
