import { Plus, X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { MoveHandle, SortableList } from "#console/foundation/forms/sortable-list.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { lateError, useFormEdit } from "./form-edit.ts";
import { columnsOf, type FieldOf, type FormField } from "./form-field.ts";

const fieldsOf = (item: FormField) => (item.kind === "object" ? item.fields : []);

function ItemRow({ item, name, children }: { item: FormField; name: string; children: ReactNode }) {
  const form = useFormEdit();
  return (
    <div className="flex items-start gap-1 py-1">
      <MoveHandle />
      <div className="min-w-0 flex-1">{children}</div>
      <IconButton label={`Remove ${name}`} icon={X} onClick={() => form.remove(item.path)} />
    </div>
  );
}

interface ListViewProps {
  field: FieldOf<"list">;
  /** Renders the control of an item, or of a field of a flat item, without its label. */
  children: (field: FormField) => ReactNode;
}

/** A list whose items can be moved, added and removed; flat objects are rows of a table with common headers. */
export function ListView({ field, children }: ListViewProps) {
  const { path, title, description, items, mayGrow } = field;
  const form = useFormEdit();
  const columns = columnsOf(items);
  const grid = { gridTemplateColumns: `repeat(${columns?.length ?? 1}, minmax(4.5rem, 1fr))` };
  const nameOf = (_: FormField, index: number) => `${title} ${index + 1}`;
  const error = form.errorAt(path);
  return (
    <section aria-label={title} id={form.idOf(path)} className="relative min-w-0">
      <p className="text-12 font-medium pointer-coarse:pb-3">{title}</p>
      {description ? <p className="text-12 text-text-muted">{description}</p> : null}
      <div className="overflow-x-auto">
        {columns ? (
          <div
            aria-hidden
            style={grid}
            className={`grid gap-1 pt-1 pr-9 text-12 pointer-coarse:pr-12 text-text-muted ${items.length > 1 ? "pl-7 pointer-coarse:pl-12" : ""}`}
          >
            {columns.map((column) => (
              <span key={column.path.join("\n")} className="truncate">
                {column.title} {column.kind === "number" ? column.unit : ""}
              </span>
            ))}
          </div>
        ) : null}
        <SortableList
          label={title}
          items={items}
          keyOf={(item) => item.path.at(-1) ?? ""}
          nameOf={nameOf}
          onChange={(_, from, to) => form.move(path, from, to)}
        >
          {(item, index) => (
            <ItemRow item={item} name={nameOf(item, index)}>
              {columns ? (
                <div style={grid} className="grid gap-1">
                  {fieldsOf(item).map((cell) => (
                    <Fragment key={cell.path.join("\n")}>{children(cell)}</Fragment>
                  ))}
                </div>
              ) : (
                children(item)
              )}
            </ItemRow>
          )}
        </SortableList>
      </div>
      {mayGrow ? (
        <Button
          variant="quiet"
          size="small"
          className="-ml-2"
          icon={Plus}
          onClick={() => form.add([...path, String(items.length)])}
        >
          Add to {title}
        </Button>
      ) : null}
      {error ? <p className={lateError}>{error}</p> : null}
    </section>
  );
}
