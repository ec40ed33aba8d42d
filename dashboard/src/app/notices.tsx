import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';

const NoticeArea = lazy(() => import('./notice-area.tsx'));

/** Short messages at the edge; the code that draws them is loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications();
  if (notifications.length === 0) return null;
  return (
    <Suspense>
      <NoticeArea />
    </Suspense>
  );
}
