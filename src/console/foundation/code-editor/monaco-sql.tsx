// Monaco for SQL: the JSON5 editor with other colours. Loaded only by dynamic import().
import "monaco-editor/languages/definitions/sql/register";
import { MonacoEditor } from "./monaco-editor.tsx";
import type { EditorProps } from "./plain-editor.tsx";

interface MonacoSqlProps extends EditorProps {
  tabLeaves: boolean;
  onToggleTab: () => void;
}

const none: readonly never[] = [];

export const MonacoSql = (props: MonacoSqlProps) => (
  <MonacoEditor {...props} problems={none} schema={undefined} language="sql" />
);
