import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';
import type { CommandDialog } from './commands.ts';

const AskDialog = lazy(() =>
  import('../../pages/reviews/ask-dialog.tsx').then((file) => ({ default: file.AskDialog })),
);
const CreateDialog = lazy(() =>
  import('../../pages/campaigns/create-dialog.tsx').then((file) => ({ default: file.CreateDialog })),
);
const ReportForm = lazy(() =>
  import('../../pages/reports/report-form.tsx').then((file) => ({ default: file.ReportForm })),
);
const KeysDialog = lazy(() =>
  import('../../pages/reviews/inbox/keys-dialog.tsx').then((file) => ({ default: file.KeysDialog })),
);

/** The form of a command, as the page has it that it belongs to. */
export function CommandForm({ dialog, onClose }: { dialog: CommandDialog; onClose: () => void }) {
  const navigate = useNavigate();
  switch (dialog) {
    case 'ask':
      return <AskDialog onClose={onClose} />;
    case 'report':
      return <ReportForm onClose={onClose} />;
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'campaign':
      return (
        <CreateDialog
          onClose={onClose}
          onCreated={(id) => {
            onClose();
            void navigate({ to: '/campaigns', search: { campaign: id } as never });
          }}
        />
      );
  }
}
