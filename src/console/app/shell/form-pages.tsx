// The pages of layers, segments, holdouts and warehouse sources, which each have one route for both the list and a single item.
import type { ReactNode } from "react";
import { usePlace } from "#console/app/navigation/place.ts";
import { HoldoutListPage } from "#console/features/holdouts/holdout-list-page.tsx";
import { HoldoutPage } from "#console/features/holdouts/holdout-page.tsx";
import { LayerListPage } from "#console/features/layers/layer-list-page.tsx";
import { LayerPage } from "#console/features/layers/layer-page.tsx";
import { SegmentListPage } from "#console/features/segments/segment-list-page.tsx";
import { SegmentPage } from "#console/features/segments/segment-page.tsx";
import { SourcePage } from "#console/features/warehouse/sources/source-page.tsx";
import { SourcesPage } from "#console/features/warehouse/sources/sources-page.tsx";

const pages: Readonly<Record<string, readonly [List: () => ReactNode, One: () => ReactNode]>> = {
  layers: [LayerListPage, LayerPage],
  segments: [SegmentListPage, SegmentPage],
  holdouts: [HoldoutListPage, HoldoutPage],
  assignment_sources: [SourcesPage, SourcePage],
  metric_sources: [SourcesPage, SourcePage],
  // The list has a filter in its address, and so a page of its own.
  entity_properties: [SourcesPage, SourcePage],
};

export function FormPage(): ReactNode {
  const { id, section } = usePlace();
  const [List, One] = pages[section?.path ?? ""] ?? [];
  if (!List || !One) return null;
  return id === undefined ? <List /> : <One />;
}
