import { Page } from '../../parts/page.tsx';

export function GrantsPage() {
  return <Page title="GrantsPage">{null}</Page>;
}
