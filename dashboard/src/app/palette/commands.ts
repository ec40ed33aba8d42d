import { useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconFileImport,
  IconFileText,
  IconKeyboard,
  IconLogout,
  IconMessageQuestion,
  IconMoon,
  IconPlugConnected,
  IconSpeakerphone,
  IconSun,
} from '@tabler/icons-react';
import { type Role, useMay, useSession } from '../../api/session.ts';
import { useShortcutsOn } from '../../parts/shortcuts.ts';
import { paletteStrings } from '../../strings/palette.ts';
import type { Entry, Go } from './entry.ts';

const { commands: strings } = paletteStrings;

/** Forms that a command opens over the page that is there. */
export type CommandDialog = 'ask' | 'campaign' | 'report' | 'keys';

interface Command extends Entry {
  /** Offered to these roles; left out, to everybody. */
  roles?: Role[];
}

const SCHEMES = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const;

/** What somebody may do from anywhere. */
export function useCommands(go: Go, open: (dialog: CommandDialog) => void): Entry[] {
  const may = useMay();
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [keysOn, setKeysOn] = useShortcutsOn();
  const commands: Command[] = [
    {
      key: 'ask',
      ...strings.ask,
      icon: IconMessageQuestion,
      roles: ['service.reviewer', 'service.admin'],
      choose: () => open('ask'),
    },
    {
      key: 'campaign',
      ...strings.campaign,
      icon: IconSpeakerphone,
      roles: ['service.admin'],
      choose: () => open('campaign'),
    },
    {
      key: 'report',
      ...strings.report,
      icon: IconFileText,
      roles: ['service.admin', 'service.auditor'],
      choose: () => {
        go({ to: '/reports' });
        open('report');
      },
    },
    {
      key: 'connect',
      ...strings.connect,
      icon: IconPlugConnected,
      roles: ['service.admin'],
      choose: () => go({ to: '/connectors/new' }),
    },
    {
      key: 'import',
      ...strings.import,
      icon: IconFileImport,
      roles: ['service.admin'],
      choose: () => go({ to: '/connectors/import' }),
    },
    ...SCHEMES.filter(({ scheme }) => scheme !== colorScheme).map(({ scheme, icon }) => ({
      key: scheme,
      label: strings.schemes[scheme],
      words: strings.schemeWords,
      icon,
      choose: () => setColorScheme(scheme),
    })),
    { key: 'keys', ...strings.keys, icon: IconKeyboard, choose: () => open('keys') },
    {
      key: 'single-keys',
      ...(keysOn ? strings.keysOff : strings.keysOn),
      icon: IconKeyboard,
      choose: () => setKeysOn(!keysOn),
    },
    ...(session.auth === 'cookie'
      ? [{ key: 'sign-out', ...strings.signOut, icon: IconLogout, choose: signOut }]
      : []),
  ];
  return commands.filter(({ roles }) => !roles || may(...roles));
}

/** By a form, as the button of the user's menu does: the answer leads on to the identity provider. */
function signOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/auth/sign-out';
  document.body.append(form);
  form.submit();
}
