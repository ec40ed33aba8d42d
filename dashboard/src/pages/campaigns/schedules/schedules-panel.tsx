import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { campaignStrings } from '../../../strings/campaigns.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';

/** Campaigns that are begun again and again. */
export function SchedulesPanel() {
  const mayChange = useMay()('service.admin');
  const query = useQuery({
    queryKey: ['campaigns', 'schedules'],
    queryFn: () => api.get('/v1/campaigns/schedules', { query: { limit: 100 } }),
  });
  return (
    <ListPanel
      words={campaignStrings.schedules}
      query={query}
      row={(schedule) => <ScheduleRow key={schedule.id} schedule={schedule} mayChange={mayChange} />}
      form={mayChange ? (close) => <ScheduleForm onClose={close} /> : undefined}
    />
  );
}
