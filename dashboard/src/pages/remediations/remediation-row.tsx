import { Anchor, Box, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatRelative } from '../../parts/format.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { When } from '../../parts/when.tsx';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { type Remediation, remediationState } from './remediation-state.ts';

export function RemediationRow({ remediation }: { remediation: Remediation }) {
  const now = useNow();
  const { id, principal_name, asset_name, platform, action, target, error, requested_by } = remediation;
  const { tone, label, meaning } = remediationState(remediation, {
    now,
    say: (at) => formatRelative(at, now),
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to="/remediations/$id" params={{ id } as never} size="sm" fw={500}>
          {principal_name} → {asset_name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {platform}
        </Text>
      </Table.Td>
      <Table.Td maw={360}>
        <StateBadge tone={tone}>{label}</StateBadge>
        <Text size="xs" c="dimmed" mt={4}>
          {error ?? meaning}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.actions[action] ?? action}</Text>
        <Text size="xs" c="dimmed">
          {target}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{requested_by}</Text>
      </Table.Td>
      <Table.Td>
        <Box fz="sm" style={{ whiteSpace: 'nowrap' }}>
          <When at={remediation.created_at} />
        </Box>
      </Table.Td>
    </Table.Tr>
  );
}
