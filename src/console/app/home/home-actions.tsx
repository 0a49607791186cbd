// The home page's part of the top bar: the age of its data, and the actions that start here.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { formatFull, formatTime } from "#console/foundation/ui/time-format.ts";
import { openExperiments } from "./home-queries.ts";

const route = getRouteApi("/$company");

/** Read time of the experiments, which determine the top of the page. */
function ReadAt() {
  const { dataUpdatedAt, isSuccess } = useQuery({ ...openExperiments, throwOnError: false });
  const time = new Date(dataUpdatedAt);
  return (
    // Invisible rather than absent until the time is known, so that its space is reserved.
    <span className={`figures text-text-muted max-tablet:hidden ${isSuccess ? "" : "invisible"}`}>
      Read at{" "}
      <time dateTime={time.toISOString()} title={formatFull(dataUpdatedAt)}>
        {formatTime(dataUpdatedAt)}
      </time>
    </span>
  );
}

export function HomeActions() {
  const { company } = route.useParams();
  const navigate = route.useNavigate();
  const refusal = useSaveRefusal();
  const begin = (to: "/$company/gates" | "/$company/dynamic_configs") => () =>
    void navigate({ to, params: { company }, search: { create: true } });
  const button = (
    <Button disabledReason={refusal} reasonAt="page">
      New
      <ChevronDown size={14} aria-hidden className="-mr-0.5" />
    </Button>
  );
  return (
    <PageButtons>
      <ReadAt />
      {refusal ? (
        button
      ) : (
        <Menu
          trigger={button}
          items={[
            { label: "New gate", onSelect: begin("/$company/gates") },
            { label: "New config", onSelect: begin("/$company/dynamic_configs") },
            {
              label: "New experiment",
              onSelect: () => void navigate({ to: "/$company/experiments/new", params: { company } }),
            },
          ]}
        />
      )}
    </PageButtons>
  );
}
