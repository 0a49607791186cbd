// The bar below the form: what will change, what the test found, and the buttons.
import type { WarehouseCheck } from "#contract/warehouse-check.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { andList } from "#console/foundation/ui/wording.ts";
import { FooterFinding } from "./footer-finding.tsx";

interface FormFooterProps {
  /** Name of the provider. */
  label: string;
  /** Names of the providers that a save does not touch. */
  others: readonly string[];
  /** The number of changed settings, in words. */
  settings: string;
  count: number;
  check: WarehouseCheck | undefined;
  /** The settings of the form have changed since the test. */
  hasChanged: boolean;
  isFailing: boolean;
  /** Why this key may not save. */
  refusal: string | undefined;
  /** Why an edit is no change yet, such as a secret that is not typed. */
  missing: string | undefined;
  isTesting: boolean;
  isSaving: boolean;
  /** Undefined if nothing was edited. */
  onDiscard: (() => void) | undefined;
  onTest: () => void;
}

export function FormFooter(props: FormFooterProps) {
  const { label, others, settings, count, check, hasChanged, isFailing } = props;
  const { refusal, missing, isTesting, isSaving, onDiscard, onTest } = props;
  return (
    <footer className="sticky bottom-0 z-3 -mx-gutter flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-border bg-surface px-gutter py-2">
      <b className="figures font-strong tablet:min-w-40" aria-live="polite">
        {count ? `${settings} will change` : "No changes"}
      </b>
      {/* Takes the remaining space, so that the buttons do not move. */}
      <span className="min-w-0 flex-1 max-tablet:flex-auto">
        {check ? (
          <FooterFinding check={check} hasChanged={hasChanged} />
        ) : refusal ? null : (
          <span className="text-text-muted max-desk:hidden">{andList(others)} are not touched</span>
        )}
      </span>
      <span className="contents max-tablet:ml-auto max-tablet:flex max-tablet:flex-wrap max-tablet:items-center max-tablet:justify-end max-tablet:gap-3">
        {onDiscard ? (
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <Button
          variant={isFailing ? "primary" : "outlined"}
          disabledReason={refusal ?? (isTesting ? "Testing" : undefined)}
          reasonAt="page"
          className="min-w-24"
          onClick={onTest}
        >
          {check ? "Test again" : "Test"}
        </Button>
        <Button
          type="submit"
          variant={isFailing ? "outlined" : "primary"}
          // The reason that nothing has changed is not repeated here, because the footer already shows it on the left.
          reasonAt={(refusal ?? missing) ? "before" : "page"}
          disabledReason={
            refusal ??
            (count === 0 ? (missing ?? "Change something first.") : isSaving ? "Saving" : undefined)
          }
        >
          {/* Shortened on phones, so that the buttons fit on one line. */}
          <span>
            Save <span className="max-tablet:sr-only">{label} settings</span>
          </span>
        </Button>
      </span>
    </footer>
  );
}
