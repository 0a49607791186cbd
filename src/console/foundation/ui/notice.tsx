import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  info: { box: "border-border bg-surface-sunken", mark: "text-text-muted", icon: Info, role: "status" },
  warning: {
    box: "border-warning-line bg-warning-tint",
    mark: "text-warning",
    icon: TriangleAlert,
    role: "status",
  },
  danger: { box: "border-danger bg-danger-tint", mark: "text-danger", icon: CircleAlert, role: "alert" },
} as const;

interface NoticeProps {
  tone: keyof typeof tones;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** A notice that interrupts the page: at most one per screen. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const { box, mark, icon: Icon, role } = tones[tone];
  return (
    <div role={role} className={`flex gap-3 rounded border px-3 py-2.5 ${box}`}>
      <Icon aria-hidden className={`mt-0.5 ${mark}`} size={16} />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{title}</p>
        {children ? <div className="mt-0.5 break-words">{children}</div> : null}
        {action ? <div className="mt-2 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
