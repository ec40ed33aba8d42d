import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2, IconBraces, IconPackage, IconPlayerPlay } from '@tabler/icons-react';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { developerStrings } from '../../strings/developers.ts';

const { links } = developerStrings;

const CLIENT_EXAMPLE = `import { createClient } from '@lapse/client';

const lapse = createClient({ base_url: '${window.location.origin}', token: () => process.env.LAPSE_TOKEN ?? null });
const { items } = await lapse.get('/v1/reviews', { query: { status: 'PENDING', limit: 10 } });
for await (const grant of lapse.all('/v1/grants')) console.log(grant.id);
`;

export function ApiLinks() {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        <Tile icon={IconPlayerPlay} hint={links.explorerHint}>
          <Anchor href="/docs/" target="_blank" rel="noopener">
            {links.explorer}
          </Anchor>
        </Tile>
        <Tile icon={IconBook2} hint={links.referenceHint}>
          <Anchor href="/redoc" target="_blank" rel="noopener">
            {links.reference}
          </Anchor>
        </Tile>
        <Tile icon={IconBraces} hint={links.openapiHint}>
          <Anchor href="/openapi.json" target="_blank" rel="noopener">
            {links.openapi}
          </Anchor>
        </Tile>
        <Tile icon={IconPackage} hint={links.clientHint}>
          <Anchor component="button" type="button" onClick={toggle} aria-expanded={isOpen}>
            {links.client}
          </Anchor>
        </Tile>
      </SimpleGrid>
      {isOpen ? (
        <Paper mt="sm" p={0}>
          <CodeBlock label={links.clientLabel} text={CLIENT_EXAMPLE} />
        </Paper>
      ) : null}
    </div>
  );
}

function Tile(props: {
  icon: ComponentType<{ size?: number; stroke?: number; style?: CSSProperties }>;
  hint: string;
  children: ReactNode;
}) {
  const { icon: Icon, hint, children } = props;
  return (
    <Paper withBorder p="sm">
      <div style={{ display: 'flex', gap: 12 }}>
        <Icon size={20} stroke={1.7} style={{ flexShrink: 0, marginTop: 3 }} aria-hidden />
        <div>
          <div>{children}</div>
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        </div>
      </div>
    </Paper>
  );
}
