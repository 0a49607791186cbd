// The field to choose whether a source reads a table or SQL, and to enter either.
import { useQuery } from "@tanstack/react-query";
import { sourceTextProblem } from "#contract/source-text.ts";
import { warehouseProviderNames } from "#contract/warehouse-providers.ts";
import type { FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import { query } from "#console/foundation/api/query.ts";
import { SqlEditor } from "#console/foundation/code-editor/sql-editor.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { SuggestField } from "#console/foundation/forms/suggest-field.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { SourceDraft } from "./source-draft.ts";

function useProvider() {
  const { data } = useQuery(query("readWarehouseConnection", {}));
  return warehouseProviderNames.find((name) => name === data?.data.active);
}

export function Reads({ draft, change, problems }: FormPart<SourceDraft>) {
  const provider = useProvider();
  const tables = useQuery({
    ...query("listWarehouseTables", { limit: 100 }),
    enabled: provider !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  const typed = draft.sql.trim() === "" ? undefined : sourceTextProblem(draft.sql, provider);
  const wrong = problemAt(problems, "sql");
  return (
    <section aria-label="Rows" className="grid gap-3 border-t border-border pb-5">
      <SectionHead
        title="Rows"
        action={
          <Segment
            label="Read"
            value={draft.reads}
            options={[
              { value: "table", label: "A table" },
              { value: "query", label: "SQL" },
            ]}
            onChange={(reads) => change({ reads })}
          />
        }
      />
      {draft.reads === "table" ? (
        <SuggestField
          label="Table"
          id={formFieldID("tableName")}
          isRequired
          value={draft.tableName}
          error={problemAt(problems, "tableName")}
          suggestions={(tables.data?.data ?? []).map(({ tableName, type }) => ({
            value: tableName,
            note: type === "view" ? "view" : undefined,
          }))}
          help={
            tables.error
              ? tables.error.message
              : "As a statement names it. The list has the tables that the connection may see."
          }
          onChange={(tableName) => change({ tableName })}
        />
      ) : (
        <SqlEditor
          label="SQL"
          id={formFieldID("sql")}
          value={draft.sql}
          problem={typed ?? wrong}
          help="One SELECT that reads alone. Assay puts the dates around it."
          onChange={(sql) => change({ sql })}
        />
      )}
    </section>
  );
}
