// The page of a stored assignment source, with the experiments that use it.
import type { AssignmentSource } from "#contract/warehouse-source.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { assignmentKind } from "./source-kinds.ts";
import { Columns, commonRows, ExperimentLinks, Text } from "./source-parts.tsx";
import { SourceState, useFreshness } from "./source-state.tsx";

export function AssignmentView({ source }: { source: AssignmentSource }) {
  const uses = source.usedBy ?? [];
  const freshness = useFreshness("assignment_source", source.name);
  return (
    <EntityView
      entity={source}
      resource="AssignmentSource"
      noun="assignment source"
      section="assignment_sources"
      state={<SourceState freshness={freshness} isWhole />}
      facts={[`Read by ${plural(uses.length, "experiment")}`]}
      changesOf={(before, after) =>
        changesIn(assignmentKind.fields, assignmentKind.draftOf(before), assignmentKind.draftOf(after))
      }
      deleteDialog={(close) => (
        <DeleteDialog
          resource="AssignmentSource"
          section="assignment_sources"
          entity={source}
          onClose={close}
          description={
            uses.length > 0
              ? `${plural(uses.length, "experiment")} ${uses.length === 1 ? "is" : "are"} measured from it: ${andList(uses.map(({ name }) => name))}. Name another source in them first.`
              : "No experiment is measured from it. Nothing changes in the warehouse."
          }
          refusal={uses.length > 0 ? "Experiments are measured from it." : undefined}
        />
      )}
    >
      <Text source={source} />
      <Columns
        rows={[
          ...commonRows(source),
          ["Experiment", source.experimentIDColumn],
          ["Group", source.groupIDColumn],
          ...(source.dimensionColumns ?? []).map(({ key, column }) => [`Dimension ${key}`, column] as const),
        ]}
      />
      <ExperimentLinks uses={uses} none="None names it yet." />
    </EntityView>
  );
}
