import { Page } from '../../parts/page.tsx';

export function AssetsPage() {
  return <Page title="AssetsPage">{null}</Page>;
}
