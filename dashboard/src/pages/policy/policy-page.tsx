import { Page } from '../../parts/page.tsx';

export function PolicyPage() {
  return <Page title="PolicyPage">{null}</Page>;
}
