import { Page } from '../../parts/page.tsx';

export function CampaignsPage() {
  return <Page title="CampaignsPage">{null}</Page>;
}
