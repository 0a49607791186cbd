// The log of all events: the explorer, with saved views that all users share.
import { getRouteApi, Link } from "@tanstack/react-router";
import { Bookmark } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { EventViewsDialog } from "#console/features/events/views/event-views-dialog.tsx";
import { viewQueryOf } from "#console/features/events/views/view-query.ts";
import { Explorer } from "./explorer.tsx";
import { EventsSearch } from "./sentence/event-searches.ts";

const route = getRouteApi("/$company/events");

/** The saved views, which all users share: in the top bar, or on a phone beside the tabs. */
export function Views({ isBesideTabs = false }: { isBesideTabs?: boolean }) {
  const { company } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  usePageActions(isBesideTabs ? [] : [{ label: "Saved views of events", onSelect: open }]);
  return (
    <>
      <Button
        onClick={open}
        icon={Bookmark}
        variant={isBesideTabs ? "quiet" : "outlined"}
        className={isBesideTabs ? "-mr-3" : "max-tablet:hidden"}
      >
        {isBesideTabs ? "Saved views" : "Views"}
      </Button>
      {isOpen ? (
        <EventViewsDialog
          current={viewQueryOf(search)}
          onOpen={({ id, query }) =>
            void navigate({
              to: "/$company/events",
              params: { company },
              search: { ...EventsSearch.parse(query), view: id },
            })
          }
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

export function EventLog({ start }: { start: ReactNode }) {
  const { company } = route.useParams();
  return (
    <Explorer
      search={route.useSearch()}
      nothing={
        <Empty title="No events were logged yet. Log them with a client, or import a file." action={start} />
      }
      buttons={<Views />}
      aboutName={(name) => (
        <Link to="/$company/events/$name" params={{ company, name }} className="link">
          About {name}
        </Link>
      )}
    />
  );
}
