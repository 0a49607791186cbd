// The pages of layers, segments and holdouts, which have one route each for the list and for one of them.
import type { ReactNode } from "react";
import { usePlace } from "#console/app/navigation/place.ts";
import { HoldoutListPage } from "#console/features/holdouts/holdout-list-page.tsx";
import { HoldoutPage } from "#console/features/holdouts/holdout-page.tsx";
import { LayerListPage } from "#console/features/layers/layer-list-page.tsx";
import { LayerPage } from "#console/features/layers/layer-page.tsx";
import { SegmentListPage } from "#console/features/segments/segment-list-page.tsx";
import { SegmentPage } from "#console/features/segments/segment-page.tsx";

const pages: Readonly<Record<string, readonly [List: () => ReactNode, One: () => ReactNode]>> = {
  layers: [LayerListPage, LayerPage],
  segments: [SegmentListPage, SegmentPage],
  holdouts: [HoldoutListPage, HoldoutPage],
};

export function FormPage(): ReactNode {
  const { id, section } = usePlace();
  const [List, One] = pages[section?.path ?? ""] ?? [];
  if (!List || !One) return null;
  return id === undefined ? <List /> : <One />;
}
