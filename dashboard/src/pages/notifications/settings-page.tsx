import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { notificationSettingsStrings as words } from '../../strings/notification-settings.ts';
import { SettingsForm } from './settings-form.tsx';

/** Everybody's own: when and about what they are written to. */
export function NotificationSettingsPage() {
  const { principal_id } = useSession();
  const query = useQuery({
    queryKey: ['notification-settings'],
    queryFn: () => api.get('/v1/notifications/settings'),
    enabled: principal_id !== null,
  });
  return (
    <Page title={words.title} description={words.description}>
      {principal_id === null ? (
        <Empty title={words.nobody}>{words.nobodyHint}</Empty>
      ) : (
        <QueryState query={query}>{(settings) => <SettingsForm settings={settings} />}</QueryState>
      )}
    </Page>
  );
}
