// The page of a stored entity property source, with its properties and the experiments whose results are broken down by them.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { entityPropertyKind } from "./source-kinds.ts";
import { Columns, commonRows, ExperimentLinks, Text } from "./source-parts.tsx";
import { SourceState, useFreshness } from "./source-state.tsx";

/** All columns except those of the ids and the timestamp. */
function propertiesOf({ columns, timestampColumn, idTypeMapping }: EntityPropertySource): string[] {
  const others = new Set(
    [timestampColumn ?? "", ...(idTypeMapping ?? []).map(({ column }) => column)].map((name) =>
      name.toLowerCase(),
    ),
  );
  return (columns ?? []).map(({ name }) => name).filter((name) => !others.has(name.toLowerCase()));
}

export function EntityPropertyView({ source }: { source: EntityPropertySource }) {
  const freshness = useFreshness("entity_property", source.name);
  const properties = propertiesOf(source);
  const uses = source.usedBy ?? [];
  return (
    <EntityView
      entity={source}
      resource="EntityProperty"
      noun="entity property source"
      section="entity_properties"
      state={<SourceState freshness={freshness} isWhole />}
      facts={[
        plural(properties.length, "property", "properties"),
        `Breaks down the results of ${plural(uses.length, "experiment")}`,
      ]}
      changesOf={(before, after) =>
        changesIn(
          entityPropertyKind.fields,
          entityPropertyKind.draftOf(before),
          entityPropertyKind.draftOf(after),
        )
      }
      deleteDialog={(close) => (
        <DeleteDialog
          resource="EntityProperty"
          section="entity_properties"
          entity={source}
          onClose={close}
          description="Loads no longer break results down by what it says. Nothing changes in the warehouse."
        />
      )}
    >
      <Text source={source} />
      <Columns rows={commonRows(source)} />
      <section aria-label="Properties" className="pb-6">
        <SectionHead
          title="Properties"
          note={
            properties.length > 0
              ? ""
              : "They are known once the source is saved while a warehouse is in use that has it."
          }
        />
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {properties.map((name) => (
            <li key={name}>
              <Mono>{name}</Mono>
            </li>
          ))}
        </ul>
      </section>
      <ExperimentLinks uses={uses} none="None breaks its results down by them yet." />
    </EntityView>
  );
}
