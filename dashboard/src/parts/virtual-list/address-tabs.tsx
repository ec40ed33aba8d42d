import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFilters } from '../filters.ts';

/** Tabs of which the address says which one is open; the others are not made, and ask for nothing. */
export function AddressTabs(props: {
  tabs: readonly { value: string; label: string; content: () => ReactNode }[];
}) {
  const { tabs } = props;
  const [{ tab }, change] = useFilters(['tab']);
  const open = tabs.find(({ value }) => value === tab) ?? tabs[0];
  return (
    <Tabs
      value={open?.value ?? null}
      onChange={(value) => change({ tab: value === tabs[0]?.value ? null : value }, 'replace')}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
