import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { listToolStrings as strings } from '../../strings/list-tools.ts';
import { SmallButton } from '../buttons.tsx';
import type { ListColumn } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { LoadRows } from './export-rows.ts';
import { SavedViews } from './saved-views.tsx';
import type { ChosenColumns } from './use-columns.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog<never>,
}));

/** What can be done with a list as a whole: choose its columns, save how one looks at it, and take it along as a file. */
export function ListTools<Row>(props: {
  /** In one word, for what is kept in the browser and the name of a file. */
  list: string;
  columns: ChosenColumns<ListColumn<Row>>;
  /** Reads what is shown, in its order. */
  load: LoadRows<Row>;
  /** Left out where the address says nothing about the list. */
  views?: {
    filters: Readonly<Record<string, string | undefined>>;
    onChoose: (filters: Readonly<Record<string, string | undefined>>) => void;
  };
}) {
  const { list, columns, load, views } = props;
  const [isExporting, setIsExporting] = useState(false);
  const close = () => setIsExporting(false);
  return (
    <>
      {views ? (
        <SavedViews
          place={`lapse-views-${list}`}
          words={strings.views}
          view={{ filters: views.filters, hidden: columns.hidden }}
          onChoose={({ filters, hidden }) => {
            views.onChoose(filters);
            columns.hide(hidden ?? []);
          }}
        />
      ) : null}
      <ColumnsMenu columns={columns} />
      <SmallButton leftSection={<IconDownload size={15} aria-hidden />} onClick={() => setIsExporting(true)}>
        {strings.exportCsv}
      </SmallButton>
      {isExporting ? (
        <Suspense fallback={null}>
          <ExportDialog
            exported={{
              name: list,
              load: load as LoadRows<never>,
              columns: columns.shown.flatMap(({ csv }) => csv ?? []),
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}
