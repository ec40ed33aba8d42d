import type { ReactNode } from 'react';
import { PageLink } from '../page-link.tsx';

/** A name that leads to its page. In a grid the keys move between rows, so that Tab need not walk through them all. */
export function RowLink(props: {
  kind: 'principals' | 'assets';
  id: string;
  /** Not what the row is about. */
  plain?: boolean;
  children: ReactNode;
}) {
  const { kind, id, plain = false, children } = props;
  return (
    <PageLink
      to={kind === 'principals' ? '/principals/$id' : '/assets/$id'}
      id={id}
      tabIndex={-1}
      inherit
      fw={plain ? 400 : 600}
      c="var(--mantine-color-text)"
    >
      {children}
    </PageLink>
  );
}
