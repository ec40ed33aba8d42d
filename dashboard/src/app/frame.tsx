import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../api/session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

/** The application, or the way in. Who signs in comes back with a new page, so what was found at its start holds. */
export function Frame() {
  const session = useQueryClient().getQueryState(sessionQuery.queryKey);
  return session?.data ? <Shell /> : <SignIn error={session?.error} />;
}
