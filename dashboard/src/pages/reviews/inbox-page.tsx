import { Page } from '../../parts/page.tsx';

export function InboxPage() {
  return <Page title="InboxPage">{null}</Page>;
}
