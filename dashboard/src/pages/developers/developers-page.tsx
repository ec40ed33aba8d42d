import { Page } from '../../parts/page.tsx';

export function DevelopersPage() {
  return <Page title="DevelopersPage">{null}</Page>;
}
