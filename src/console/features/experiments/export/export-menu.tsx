// The "Export" menu in the top bar: exports the current view as text, picture, table or report.
import { ChevronDown, Download, Ellipsis } from "lucide-react";
import { type Export, ExportsMenu } from "#console/foundation/export/exports-menu.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";

interface ExportMenuProps<Exported> {
  exports: readonly Export<Exported>[];
  exported: () => Exported;
}

export const ExportMenu = <Exported,>({ exports, exported }: ExportMenuProps<Exported>) => (
  <PageButtons>
    <ExportsMenu
      exports={exports}
      exported={exported}
      advice="The browser may not allow it here. The other ways in the menu may still work."
      trigger={(isRunning) => (
        <Button
          aria-label={isRunning ? "Exporting…" : "Export"}
          aria-busy={isRunning}
          className="max-tablet:w-control max-tablet:border-transparent max-tablet:px-0"
        >
          <Download size={16} aria-hidden className="tablet:hidden" />
          <span className="max-tablet:hidden">Export</span>
          {/* Replaces the arrow, so that nothing beside the button moves. */}
          {isRunning ? (
            <Ellipsis size={14} aria-hidden className="max-tablet:hidden" />
          ) : (
            <ChevronDown size={14} aria-hidden className="max-tablet:hidden" />
          )}
        </Button>
      )}
    />
  </PageButtons>
);
