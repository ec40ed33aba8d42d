import type { ListColumn } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportCsv } from './export-csv.tsx';
import type { LoadRows } from './export-rows.ts';
import { SavedViews } from './saved-views.tsx';
import type { ChosenColumns } from './use-columns.ts';
import type { ViewPage } from './view-queries.ts';

type Filters = Readonly<Record<string, string | undefined>>;

/** What can be done with a list as a whole: choose its columns, save how one looks at it, and take it along as a file. */
export function ListTools<Row>(
  props: {
    columns: ChosenColumns<ListColumn<Row>>;
    /** Reads what is shown, in its order. */
    load: LoadRows<Row>;
  } & (
    | { list: ViewPage; views: { filters: Filters; onChoose: (filters: Filters) => void } }
    /** Where the address says nothing about the list; in one word, for the name of a file. */
    | { list: string; views?: undefined }
  ),
) {
  const { list, columns, load } = props;
  return (
    <>
      {props.views ? (
        <SavedViews
          place={`lapse-views-${list}`}
          page={props.list}
          view={{ filters: props.views.filters, hidden: columns.hidden }}
          onChoose={({ filters, hidden }) => {
            props.views.onChoose(filters);
            columns.hide([...(hidden ?? [])]);
          }}
        />
      ) : null}
      <ColumnsMenu columns={columns} />
      <ExportCsv exported={{ name: list, load, columns: columns.shown.flatMap(({ csv }) => csv ?? []) }} />
    </>
  );
}
