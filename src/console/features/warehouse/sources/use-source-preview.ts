// Loads a preview of the source in a form from the warehouse: on demand, and again automatically when columns change.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SourcePreview } from "#contract/source-preview.ts";
import type { SourcePreviewRequest } from "#contract/warehouse-source-update.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { query } from "#console/foundation/api/query.ts";

/** Debounce in ms before the preview is reloaded after a change of columns. */
const pause = 700;

const readOf = ({ sql, tableName, sourceType }: SourcePreviewRequest) =>
  JSON.stringify(sourceType === "table" ? tableName : sql);

export interface SourcePreviewState {
  readonly preview: SourcePreview | undefined;
  readonly failure: Error | undefined;
  readonly isLooking: boolean;
  /** The SQL or table name has changed since the preview was loaded. */
  readonly isOld: boolean;
  readonly look: () => void;
}

/**
 * `onSeen` is called after the first preview of a SQL text or table, but not for the `known` one, so that columns which the user
 * has cleared stay empty.
 */
export function useSourcePreview(
  request: SourcePreviewRequest | undefined,
  onSeen: (preview: SourcePreview) => void,
  known: SourcePreviewRequest | undefined,
): SourcePreviewState {
  const client = useQueryClient();
  const [state, setState] = useState<{
    asked?: SourcePreviewRequest;
    preview?: SourcePreview | undefined;
    failure?: Error;
    isLooking: boolean;
  }>({ isLooking: false });
  const last = useRef(0);
  const seen = useRef(known && readOf(known));
  const look = async (body: SourcePreviewRequest) => {
    const turn = (last.current += 1);
    setState(({ preview }) => ({ asked: body, preview, isLooking: true }));
    try {
      const { data } = await client.fetchQuery({ ...query("previewSource", { body }), staleTime: 60_000 });
      if (turn !== last.current) return;
      setState({ asked: body, preview: data, isLooking: false });
      if (data.columns.length > 0 && seen.current !== readOf(body)) {
        seen.current = readOf(body);
        onSeen(data);
      }
    } catch (error) {
      if (turn !== last.current) return;
      const failure = error instanceof Error ? error : new Error(String(error));
      setState({ asked: body, failure, isLooking: false });
    }
  };

  const { asked } = state;
  const isSameRead = asked !== undefined && request !== undefined && readOf(asked) === readOf(request);
  const text = JSON.stringify(request);
  const isDifferent = isSameRead && JSON.stringify(asked) !== text;
  const again = useEvent(() => request && void look(request));
  useEffect(() => {
    if (!isDifferent) return undefined;
    const timer = setTimeout(again, pause);
    return () => clearTimeout(timer);
  }, [isDifferent, text, again]);

  return {
    preview: state.preview,
    failure: state.failure,
    isLooking: state.isLooking,
    isOld: asked !== undefined && !isSameRead,
    look: () => request && void look(request),
  };
}
