import { Page } from '../../parts/page.tsx';

export function PacketPage() {
  return <Page title="PacketPage">{null}</Page>;
}
