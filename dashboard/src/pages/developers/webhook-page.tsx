import { Page } from '../../parts/page.tsx';

export function WebhookPage() {
  return <Page title="WebhookPage">{null}</Page>;
}
