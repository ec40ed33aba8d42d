import { Page } from '../../parts/page.tsx';

export function ConnectorsPage() {
  return <Page title="ConnectorsPage">{null}</Page>;
}
