import { useEffect, type ReactNode } from "react";
import { useNear } from "#console/foundation/ui/use-near.ts";
import { lazyModule } from "./use-module-near-viewport.ts";

export const editorModule = lazyModule(() => import("./monaco-editor.tsx"));

interface EditorPlaceProps {
  id: string;
  className: string;
  children: ReactNode;
}

/** The place of a code editor whose code is loaded while the fields around the editor are still being rendered. */
export function EditorPlace({ children, ...place }: EditorPlaceProps) {
  const { element, isNear } = useNear<HTMLDivElement>();
  useEffect(() => {
    // A failure is not shown here: the plain text stays.
    if (isNear) editorModule.load().catch(() => undefined);
  }, [isNear]);
  return (
    <div ref={element} {...place}>
      {children}
    </div>
  );
}
