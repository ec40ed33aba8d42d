import { LapseError } from '@lapse/client';
import { QueryClient } from '@tanstack/react-query';

/**
 * Reads count against the tenant's minute, which all of its people share: what is shown stays fresh until the stream says
 * that it changed, or for a minute where the stream is away.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 2 && error instanceof LapseError && [0, 502, 503].includes(error.status),
    },
    mutations: { retry: false },
  },
});
