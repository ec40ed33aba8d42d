import { Page } from '../../parts/page.tsx';

export function EntryPage() {
  return <Page title="EntryPage">{null}</Page>;
}
