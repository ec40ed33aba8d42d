import { ConnectorError, type Health } from './connector.ts';

type Missing = Health['missing'];

/** Asked with an account of its own, which may be unable to sign in: then nothing can be removed, and reading goes on. */
export async function missingToRemove(account: string, ask: () => Promise<Missing>): Promise<Missing> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== 'authentication') throw error;
    return [{ ability: 'revoke', what: `A sign-in for ${account}, which is to remove: ${error.message}` }];
  }
}
