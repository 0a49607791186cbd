import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";

/** Shows a metric's definition as SQL that can be copied. */
export const SqlText = ({ sql }: { sql: string }) => (
  <div className="pt-3">
    <div className="flex items-center justify-between gap-3 pb-1">
      <h3 className="text-12 font-medium">In SQL</h3>
      <span className="-mr-2">
        <CopyButton text={sql} label="Copy the SQL" />
      </span>
    </div>
    <CodeBlock label="The definition in SQL">{sql}</CodeBlock>
  </div>
);
