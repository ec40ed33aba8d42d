import type { Answer } from '@lapse/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './client.ts';

export type Session = Answer<'/v1/session', 'get'>;
export type Role = 'service.admin' | 'service.reviewer' | 'service.auditor' | 'service.ingest';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get('/v1/session'),
  staleTime: 5 * 60_000,
});

/** What the organisation calls itself; until somebody names it, what its identity provider calls it. */
export const organisationOf = ({ organisation_name, tenant }: Session): string => organisation_name ?? tenant;

/** Who is signed in; below the shell there always is one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Those who look into the service itself: its record, its reports, its machinery. */
export const INSIDERS: Role[] = ['service.admin', 'service.reviewer', 'service.auditor'];

/** What a role may not do is not offered. */
export function useMay(): (...roles: Role[]) => boolean {
  const { roles } = useSession();
  return (...wanted) => wanted.some((role) => roles.includes(role));
}
