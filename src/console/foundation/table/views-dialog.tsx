import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod/mini";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { savedViews, type View } from "./saved-views.ts";

interface ViewsDialogProps<Search extends object> {
  /** Name of the list, such as "gates". */
  list: string;
  schema: z.ZodMiniType<Search>;
  /** The built-in views. */
  usual: readonly View<Search>[];
  /** The search of the current address, without the page number. */
  current: Search;
  onClose: () => void;
}

/** A dialog that opens a saved view, and saves the current one under a name. */
export function ViewsDialog<Search extends object>({
  list,
  schema,
  usual,
  current,
  onClose,
}: ViewsDialogProps<Search>) {
  const views = savedViews(list, schema);
  const navigate = useNavigate();
  const [own, setOwn] = useState(views.read);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const save = () => {
    const view = { name: name.trim(), search: current };
    if (!view.name) return setProblem("Give the view a name");
    const isKept = views.save(view);
    setProblem(isKept ? undefined : "This browser’s storage is full");
    if (isKept) setName("");
    setOwn(views.read());
  };
  return (
    <Dialog
      onClose={onClose}
      title="Views"
      description="A view is the list with its search, filters, order and columns. Its address opens it for others too."
      width={440}
    >
      <ul aria-label="Views" className="pt-3">
        {[...usual, ...own].map((view, index) => (
          <li
            key={`${index} ${view.name}`}
            className="flex min-h-9 items-center gap-2 border-b border-border"
          >
            <button
              type="button"
              onClick={() => {
                onClose();
                void navigate({ to: ".", search: view.search });
              }}
              className="link min-w-0 py-1.5 text-left font-medium break-words"
            >
              {view.name}
            </button>
            {own.includes(view) ? (
              <span className="-mr-2 ml-auto">
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Forget ${view.name}`}
                  onClick={() => {
                    views.forget(view.name);
                    setOwn(views.read());
                  }}
                >
                  Forget
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <form
        className="flex items-end gap-2 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField
            label="Name for what is in view"
            value={name}
            onChange={setName}
            help="Kept in this browser."
            error={problem}
          />
        </div>
        <span className="mb-5">
          <Button type="submit">Save the view</Button>
        </span>
      </form>
    </Dialog>
  );
}
