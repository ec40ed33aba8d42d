import { Page } from '../../parts/page.tsx';

export function RemediationsPage() {
  return <Page title="RemediationsPage">{null}</Page>;
}
