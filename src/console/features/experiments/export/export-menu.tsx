// "Export" in the top bar: the results as they are read now, as text, picture, table or report.
import { ChevronDown, Download } from "lucide-react";
import type { ResultsSnapshot } from "#console/features/experiments/export/formats/results-snapshot.ts";
import { ExportsMenu } from "#console/foundation/export/exports-menu.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { exports } from "./exports.ts";

export type ExportMenuProps = Omit<ResultsSnapshot, "link">;

export const ExportMenu = (props: ExportMenuProps) => (
  <PageButtons>
    <ExportsMenu
      exports={exports}
      exported={() => ({ ...props, link: location.href })}
      advice="The browser may not allow it here. The other ways in the menu may still work."
      trigger={(isRunning) => (
        <Button
          aria-label={isRunning ? "Exporting…" : "Export"}
          aria-busy={isRunning}
          className="max-tablet:w-control max-tablet:border-transparent max-tablet:px-0"
        >
          <Download size={16} aria-hidden className="tablet:hidden" />
          <span className="max-tablet:hidden">{isRunning ? "Exporting…" : "Export"}</span>
          <ChevronDown size={14} aria-hidden className="max-tablet:hidden" />
        </Button>
      )}
    />
  </PageButtons>
);
