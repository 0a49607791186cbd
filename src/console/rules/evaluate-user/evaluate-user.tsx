import type { ReactNode } from "react";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { RecentUsers } from "./recent-users.tsx";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import type { TypedUser } from "./typed-user.ts";
import { UserFields } from "./user-fields.tsx";

interface EvaluateUserProps {
  attributes: readonly ReferencedAttribute[];
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
  /** What is found out about the user. */
  title: string;
  isDraft: boolean;
  /** What was found out. */
  children: ReactNode;
}

/** One user, typed or taken from the recent ones, beside what a gate or config does for that user. */
export const EvaluateUser = ({ attributes, typed, onType, title, isDraft, children }: EvaluateUserProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 tablet:grid-cols-[288px_minmax(0,1fr)]">
    <section aria-label="The user" className="pb-4">
      <SectionHead title="The user" />
      <p className="pb-3 text-12 text-text-muted">
        What the rules and the gates behind them look at. An empty field is an attribute that the user does
        not carry.
      </p>
      <div className="pb-3 empty:hidden">
        <RecentUsers attributes={attributes} userID={typed["userID"]} onTake={onType} />
      </div>
      <UserFields attributes={attributes} typed={typed} onChange={onType} />
    </section>
    <section aria-label={title} aria-live="polite" className="min-w-0 pb-6">
      <SectionHead
        title={title}
        note={isDraft ? "With your draft, as it stands now." : "As it is stored now."}
      />
      {children}
    </section>
  </div>
);
