import { attachEmbeddedServer, type EmbeddedConnections } from '@lapse/embedded-postgres';
import { startLapse, temporaryDirectory } from '../process/lapse-process.ts';
import { Checker } from './checker.ts';
import { startTenants, type Tenants } from './tenants.ts';
import { atEnd } from './world.ts';

/** Lapse as `npm start` runs it, with a server of its own and nothing of ours between the two. */
export interface SingleProgram {
  address: string;
  tokens: Tenants['tokens'];
  others: string[];
  checker: Checker;
  stop(): Promise<unknown>;
}

/** With all tenants' people, assets and grants, all applied. */
export async function startSingleProgram(
  env: Record<string, string>,
  more_tenants: number,
): Promise<SingleProgram> {
  const tenants = await startTenants(more_tenants);
  atEnd(() => tenants.provider.stop());
  const data_dir = await temporaryDirectory();
  const lapse = startLapse({ data_dir, env: { AUTH_DISABLED: 'false', ...tenants.env, ...env } });
  const address = await lapse.ready();
  const server = (await attachEmbeddedServer(data_dir)) as EmbeddedConnections;
  const checker = new Checker(server.connection('superuser'));
  await tenants.fill(address);
  await checker.drained();
  return {
    address,
    tokens: tenants.tokens,
    others: tenants.others,
    checker,
    stop: () => lapse.stop(),
  };
}
