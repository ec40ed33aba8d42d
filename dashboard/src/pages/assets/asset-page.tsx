import { Page } from '../../parts/page.tsx';

export function AssetPage() {
  return <Page title="AssetPage">{null}</Page>;
}
