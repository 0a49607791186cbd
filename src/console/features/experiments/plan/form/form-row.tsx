import { Lock } from "lucide-react";
import type { ReactNode } from "react";

/** A form row that reads as a sentence; its lead word is on the left, or above it on a phone. */
export const FormRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[68px_minmax(0,1fr)] items-start gap-2 max-tablet:grid-cols-1 max-tablet:gap-1">
    <span aria-hidden className="pt-1.5 whitespace-nowrap text-text-muted max-tablet:pt-2">
      {label}
    </span>
    <div className="flex min-w-0 flex-wrap items-start gap-2 max-tablet:grid max-tablet:grid-cols-2">
      {children}
    </div>
  </div>
);

/** A field of 184 px, like all pickers of the form; half the row on a phone. */
export const ShortField = ({ children }: { children: ReactNode }) => (
  <div className="w-46 min-w-0 max-tablet:w-auto">{children}</div>
);
/** A field that takes the remaining width. */
export const WideField = ({ children }: { children: ReactNode }) => (
  <div className="min-w-0 grow basis-0 max-tablet:col-span-2">{children}</div>
);

interface FormSectionProps {
  title: string;
  note?: string;
  action?: ReactNode;
  /** Reasons why some or all fields of the section are locked. */
  locks?: readonly string[];
  children: ReactNode;
}

export const FormSection = ({ title, note, action, locks = [], children }: FormSectionProps) => (
  <section aria-label={title} className="border-border py-4 not-first:border-t">
    <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3">
      <h2 className="text-15 font-strong tracking-[-0.006em]">{title}</h2>
      {note ? (
        <p className="text-12 text-text-muted max-tablet:order-last max-tablet:basis-full">{note}</p>
      ) : null}
      {action ? <div className="-mr-2 ml-auto flex gap-1">{action}</div> : null}
    </div>
    {locks.map((lock) => (
      <p key={lock} className="mb-2 flex gap-1.5 text-12 text-text-muted">
        <Lock size={14} aria-hidden className="mt-px shrink-0" />
        {lock}
      </p>
    ))}
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
  </section>
);
