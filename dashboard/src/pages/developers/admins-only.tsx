import type { ReactNode } from 'react';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/query-state.tsx';
import { developerStrings } from '../../strings/developers.ts';

/** Webhooks and channels carry secrets: others are told so, and nothing is asked for. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  if (useMay()('service.admin')) return <>{children}</>;
  return <Empty title={developerStrings.adminsOnly}>{developerStrings.adminsOnlyHint}</Empty>;
}
