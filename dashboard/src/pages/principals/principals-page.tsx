import { Page } from '../../parts/page.tsx';

export function PrincipalsPage() {
  return <Page title="PrincipalsPage">{null}</Page>;
}
