import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { listToolStrings as strings } from '../../strings/list-tools.ts';
import { SmallButton } from '../buttons.tsx';
import type { Exported } from './export-dialog.tsx';
import type { LoadRows } from './export-rows.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog<never>,
}));

/** Takes a list along as a file. */
export function ExportCsv<Row>({ exported }: { exported: Exported<Row> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ExportButton onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <ExportDialog
            exported={{ ...exported, load: exported.load as LoadRows<never> }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

export const ExportButton = ({ onClick }: { onClick: () => void }) => (
  <SmallButton leftSection={<IconDownload size={15} aria-hidden />} onClick={onClick}>
    {strings.exportCsv}
  </SmallButton>
);
