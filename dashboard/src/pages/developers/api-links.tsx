import { Anchor, Paper, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2, IconBraces, IconPackage, IconPlayerPlay } from '@tabler/icons-react';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Small } from '../../parts/text.ts';
import { developerStrings } from '../../strings/developers.ts';

const { links } = developerStrings;

const CLIENT_EXAMPLE = `import { createClient } from '@lapse/client';

const lapse = createClient({ base_url: '${window.location.origin}', token: () => process.env.LAPSE_TOKEN ?? null });
const { items } = await lapse.get('/v1/reviews', { query: { status: 'PENDING', limit: 10 } });
for await (const grant of lapse.all('/v1/grants')) console.log(grant.id);
`;

const PAGES = [
  { icon: IconPlayerPlay, href: '/docs/', name: links.explorer, hint: links.explorerHint },
  { icon: IconBook2, href: '/redoc', name: links.reference, hint: links.referenceHint },
  { icon: IconBraces, href: '/openapi.json', name: links.openapi, hint: links.openapiHint },
];

export function ApiLinks() {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        {PAGES.map(({ icon, href, name, hint }) => (
          <Tile key={href} icon={icon} hint={hint}>
            <Anchor href={href} target="_blank" rel="noopener">
              {name}
            </Anchor>
          </Tile>
        ))}
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
          <Small>{hint}</Small>
        </div>
      </div>
    </Paper>
  );
}
