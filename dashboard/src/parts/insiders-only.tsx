import type { ReactNode } from 'react';
import { INSIDERS, useMay } from '../api/session.ts';
import { shellStrings } from '../strings/shell.ts';
import { Page } from './page.tsx';

/** The record, reports and machinery are not for every token: others are told so, and nothing is asked for. */
export function InsidersOnly({ children }: { children: ReactNode }) {
  if (useMay()(...INSIDERS)) return <>{children}</>;
  return <Page title={shellStrings.insidersOnly} description={shellStrings.insidersOnlyHint} />;
}
