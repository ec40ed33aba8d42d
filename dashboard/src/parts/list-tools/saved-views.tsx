import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { listToolStrings } from '../../strings/list-tools.ts';
import { SmallButton } from '../buttons.tsx';
import { Loading } from '../query-state.tsx';
import type { ListView } from './view.ts';
import type { ViewPage } from './view-queries.ts';

const strings = listToolStrings.views;
const ViewsMenu = lazy(() => import('./views-menu.tsx').then((file) => ({ default: file.ViewsMenu })));

/** Views of a list under names: one's own, and those that are shared. */
export function SavedViews(props: {
  page: ViewPage;
  /** Of the browser's storage. */
  place: string;
  view: ListView;
  onChoose: (view: ListView) => void;
}) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onDismiss={close}
      position="bottom-end"
      width={300}
      trapFocus
      withRoles
      shadow="md"
    >
      <Popover.Target>
        <SmallButton leftSection={<IconBookmark size={15} aria-hidden />} onClick={toggle}>
          {strings.button}
          <span className="visually-hidden"> {strings.buttonRest}</span>
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.hint}>
        <Suspense fallback={<Loading> </Loading>}>
          <ViewsMenu {...props} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
