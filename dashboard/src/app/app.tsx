import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queryClient } from '../api/query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const NoticeArea = lazy(() => import('./notice-area.tsx'));

/** Short messages at the edge; the code that draws them is loaded with the first one. */
function Notices() {
  const { notifications } = useNotifications();
  if (notifications.length === 0) return null;
  return (
    <Suspense>
      <NoticeArea />
    </Suspense>
  );
}
