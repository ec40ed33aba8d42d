import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import classes from './row-link.module.css';

/**
 * A name that leads to its page. In a grid the keys move between rows, so that Tab need not walk through them all. The
 * router's own link follows every change of the address, which is too much for two in each of 20 rows.
 */
export function RowLink(props: {
  kind: 'principals' | 'assets';
  id: string;
  /** Not what the row is about. */
  plain?: boolean;
  children: ReactNode;
}) {
  const { kind, id, plain = false, children } = props;
  const router = useRouter();
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const to = kind === 'principals' ? '/principals/$id' : '/assets/$id';
    void router.navigate({ to, params: { id } });
  };
  return (
    <a
      href={`/${kind}/${encodeURIComponent(id)}`}
      tabIndex={-1}
      className={classes.link}
      data-plain={plain}
      onClick={go}
    >
      {children}
    </a>
  );
}
