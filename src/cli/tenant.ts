import type { Command } from 'commander';
import { addTenant } from '../core/tenants/add-tenant.ts';
import type { Database } from '../platform/database/database.ts';
import { listTenants } from '../platform/tenants/tenants.sql.ts';
import { userName } from './user-name.ts';

/** Opens the database of the configuration, and closes it when the work is done or has failed. */
export type WithDatabase = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

export function register(tenant: Command, withDatabase: WithDatabase): void {
  tenant
    .command('add')
    .description('accept tokens of a tenant; adding it again changes nothing but its name')
    .argument('<tid>', "the claim `tid` of the tenant's tokens")
    .option('--issuer <url>', 'the claim `iss` of its tokens, when it is not OIDC_ISSUER')
    .option('--name <name>', 'what the organisation is called, on pages and in reports')
    .action(async (tid: string, options: { issuer?: string; name?: string }) => {
      const { issuer = null, name = null } = options;
      const added = await withDatabase((db) => addTenant(db, { tid, issuer, name, actor: userName() }));
      process.stdout.write(`The tenant ${added.tid} is registered (number ${added.tenant_id}).\n`);
    });

  tenant
    .command('list')
    .description('the tenants, one per line: number, tid, issuer')
    .action(async () => {
      for (const { tenant_id, tid, issuer } of await withDatabase(listTenants)) {
        process.stdout.write(`${tenant_id}\t${tid}\t${issuer ?? '(configured issuer)'}\n`);
      }
    });
}
