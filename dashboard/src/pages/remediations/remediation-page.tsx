import { Page } from '../../parts/page.tsx';

export function RemediationPage() {
  return <Page title="RemediationPage">{null}</Page>;
}
