import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.ts';

const FirstRunGuide = lazy(async () => ({ default: (await import('./first-run-guide.tsx')).FirstRunGuide }));

/**
 * What to do next in an organisation without any principals, and until it is done for who has seen it empty. `children` are
 * what a page has to say otherwise. Nothing is asked for where the page knows that the organisation is not empty.
 */
export function FirstRun({ mayBeEmpty = false, children }: { mayBeEmpty?: boolean; children?: ReactNode }) {
  const [isBegun, setIsBegun] = useLocalStorage({
    key: 'lapse-first-run',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const query = useQuery({
    queryKey: ['principals', 'count'],
    queryFn: ({ signal }) => api.get('/v1/principals', { query: { limit: 1 }, signal }),
    enabled: mayBeEmpty || isBegun,
  });
  const principals = query.data?.total;
  const isEmpty = principals === 0;
  return (
    <>
      {principals !== undefined && (isEmpty || isBegun) ? (
        <Suspense fallback={null}>
          <FirstRunGuide
            principals={principals}
            onBegin={() => setIsBegun(true)}
            onEnd={() => setIsBegun(false)}
          />
        </Suspense>
      ) : null}
      {isEmpty || (mayBeEmpty && query.isPending) ? null : children}
    </>
  );
}
