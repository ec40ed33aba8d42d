import { LapseError } from '@lapse/client';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import type { Policy } from './policy-draft.ts';

export function useSavePolicy(onSaved: () => void) {
  const client = useQueryClient();
  const [saved, setSaved] = useState<Policy | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async (body: Record<string, unknown> & { expected_version: number }) => {
    setError(null);
    try {
      const policy = await api.put('/v1/policy', { body });
      onSaved();
      setSaved(policy);
      client.setQueryData(policyQuery.queryKey, policy);
      for (const follows of ['history', 'learned'])
        void client.invalidateQueries({ queryKey: ['policy', follows] });
      notifications.show({ title: strings.saved(formatNumber(policy.version)), message: strings.savedHint });
    } catch (error) {
      setError(error);
      // Somebody else was faster: show what they saved beside what was typed.
      if (error instanceof LapseError && error.status === 409) void client.invalidateQueries(policyQuery);
      throw error;
    }
  };
  return { save, saved, error };
}

export const policyQuery = queryOptions({
  queryKey: ['policy', 'in-force'],
  queryFn: () => api.get('/v1/policy'),
});
