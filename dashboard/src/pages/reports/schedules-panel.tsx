import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';

export function SchedulesPanel() {
  const query = useQuery({
    queryKey: ['reports', 'schedules'],
    queryFn: () => api.get('/v1/reports/schedules', { query: { limit: 100 } }),
  });
  return (
    <ListPanel
      words={reportStrings.schedules}
      query={query}
      row={(schedule) => <ScheduleRow key={schedule.id} schedule={schedule} />}
      form={(close) => <ScheduleForm onClose={close} />}
    />
  );
}
