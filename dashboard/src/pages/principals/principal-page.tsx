import { Page } from '../../parts/page.tsx';

export function PrincipalPage() {
  return <Page title="PrincipalPage">{null}</Page>;
}
