import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { forgetView, readViews, saveView, usualViews } from "./saved-views.ts";

const route = getRouteApi("/$company/gates");

/** Opens a view, and gives what is in view a name. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { page: _page, ...current } = route.useSearch();
  const navigate = route.useNavigate();
  const [own, setOwn] = useState(readViews);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const save = () => {
    const view = { name: name.trim(), search: current };
    if (!view.name) return setProblem("Give the view a name");
    const isKept = saveView(view);
    setProblem(isKept ? undefined : "This browser’s storage is full");
    if (isKept) setName("");
    setOwn(readViews());
  };
  return (
    <Dialog
      onClose={onClose}
      title="Views"
      description="A view is the list with its search, filters, order and columns. Its address opens it for others too."
      width={440}
    >
      <ul aria-label="Views" className="pt-3">
        {[...usualViews, ...own].map((view, index) => (
          <li
            key={`${index} ${view.name}`}
            className="flex min-h-9 items-center gap-2 border-b border-border"
          >
            <button
              type="button"
              onClick={() => {
                onClose();
                void navigate({ search: view.search });
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
                    forgetView(view.name);
                    setOwn(readViews());
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
