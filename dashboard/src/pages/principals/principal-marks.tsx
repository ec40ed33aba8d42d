import { Badge, Group } from '@mantine/core';
import { IconBan, IconShieldLock } from '@tabler/icons-react';
import { principalStrings } from '../../strings/principals.ts';

/** What is special about a principal. */
export function PrincipalMarks(props: { disabled: boolean; protected: boolean; size?: 'xs' | 'sm' }) {
  const { disabled, size = 'xs' } = props;
  if (!disabled && !props.protected) return null;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {disabled ? (
        <Badge size={size} variant="default" tt="none" leftSection={<IconBan size={11} aria-hidden />}>
          {principalStrings.disabled}
        </Badge>
      ) : null}
      {props.protected ? (
        <Badge size={size} variant="default" tt="none" leftSection={<IconShieldLock size={11} aria-hidden />}>
          {principalStrings.protected}
        </Badge>
      ) : null}
    </Group>
  );
}
