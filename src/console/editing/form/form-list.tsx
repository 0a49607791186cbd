// The list of entities that are edited in a form: sorted by name and paginated, with links to related pages.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { isFirstFailure, queryPage } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { ExperimentPageLinks } from "#console/foundation/ui/experiment-page-links.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { FormEntity } from "./form-kind.ts";
import type { FormSection } from "./form-page.tsx";
import type { FormResource } from "./use-form-save.ts";

const limit = 20;

type Listed = FormEntity & { description?: string | null | undefined };

function Name({ section, entity: { id, name, description } }: { section: FormSection; entity: Listed }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <>
      <Link
        to={`/$company/${section}/$id`}
        params={{ company, id }}
        state={{ name: name ?? id }}
        className="font-medium hover:underline"
      >
        {name ?? id}
      </Link>
      {description ? (
        <span className="ml-3 text-text-muted max-tablet:hidden" title={description}>
          {description}
        </span>
      ) : null}
    </>
  );
}

interface FormListProps<Row> {
  title: string;
  noun: string;
  section: FormSection;
  resource: Exclude<FormResource, "EntityProperty">;
  /** Columns after the name. */
  columns: readonly Column<Row>[];
  /** Explains what such entities are for; shown while the list is empty. */
  purpose: string;
}

export function FormList<Row extends Listed>(props: FormListProps<Row>) {
  const { title, noun, section, resource, columns, purpose } = props;
  const { company = "-" } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useSetSearch<{ page: number }>();
  const refusal = useSaveRefusal();
  const { data, isPlaceholderData } = useQuery({
    ...queryPage(`list${resource}s`, { page, limit }),
    throwOnError: isFirstFailure,
  });
  const rows = data?.data as readonly Row[] | undefined;
  const total = data?.pagination?.totalItems ?? rows?.length ?? 0;
  const label = `New ${noun}`;
  const create = () => void navigate({ to: `/$company/${section}/$id`, params: { company, id: "new" } });
  usePageActions([{ label, onSelect: create, disabledReason: refusal }]);
  const named: Column<Row> = {
    id: "name",
    header: "Name",
    cell: (entity) => <Name section={section} entity={entity} />,
    phone: "first",
    className: wrapsOnPhone,
  };
  return (
    <>
      <PageButtons>
        <Button variant="primary" icon={Plus} disabledReason={refusal} reasonAt="page" onClick={create}>
          {label}
        </Button>
      </PageButtons>
      <PageHead
        title={title}
        state={
          <>
            {rows ? (
              <span className="figures text-text-muted max-tablet:hidden">{plural(total, noun)}</span>
            ) : null}
            <ExperimentPageLinks />
          </>
        }
      />
      <DraftList section={section} />
      {rows && total === 0 ? (
        <Empty
          title={`There are no ${noun}s yet. ${purpose}`}
          action={
            refusal ? null : (
              <Button icon={Plus} onClick={create}>
                {label}
              </Button>
            )
          }
        />
      ) : (
        <div aria-busy={!rows || isPlaceholderData}>
          <Table
            caption={title}
            rows={rows}
            isSorted
            columns={[named, ...columns]}
            rowKey={({ id }) => id}
            emptyText={`There are no ${noun}s on this page.`}
            onOpen={({ id, name }) =>
              void navigate({
                to: `/$company/${section}/$id`,
                params: { company, id },
                state: { name: name ?? id },
              })
            }
          />
        </div>
      )}
      <div className="flex-1" />
      {total > limit ? (
        <Paging
          total={total}
          page={page}
          limit={limit}
          onPage={(next) => setSearch({ page: next }, { replace: false })}
        />
      ) : null}
    </>
  );
}
