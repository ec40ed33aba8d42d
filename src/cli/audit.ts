import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { bundleText, prepareBundle } from '../audit/bundle/export-bundle.ts';
import { verifyBundle } from '../audit/bundle/verify-bundle.ts';
import { latestCheckpoint } from '../audit/log/checkpoints.sql.ts';
import { findAuditLog } from '../audit/log/logs.sql.ts';
import { formatKey, type NoteKey, parseKey } from '../audit/tree/signed-note.rules.ts';
import { counted } from '../platform/counted.ts';
import type { Querier } from '../platform/database/database.ts';
import { StartupError } from '../platform/errors.ts';
import { reportVerification } from './audit-report.ts';
import { chooseTenant } from './choose-tenant.ts';
import { storedLogKeys } from './stored-log-keys.ts';
import type { WithDatabase } from './tenant.ts';

const NOT_YET =
  'The log of this tenant has not begun: start Lapse (a worker, or all) and try again in a few seconds.';

/** The key is for people to keep: one that an administrator put there must not pass for it. */
const UNCOMPARED =
  'lapse: without SECRETS_KEY this is the key as stored, not compared with the one the log is signed with.\n';

export function register(audit: Command, withDatabase: WithDatabase): void {
  const asTenant = <T>(tenant: string | undefined, work: (q: Querier) => Promise<T>): Promise<T> =>
    withDatabase(async (db) => work(db.alone(await chooseTenant(db, tenant))));

  audit
    .command('verify')
    .description('check a bundle without a server or database; ends with 1 when anything is wrong')
    .argument('<bundle>', 'the file, or - for standard input')
    .option('--key <key>', "the log's public key, or a file with it, kept apart from the bundle")
    .option('--checkpoint <file>', 'a checkpoint you kept: nothing before it may have changed')
    .action(async (bundle: string, options: { key?: string; checkpoint?: string }) => {
      const key = options.key === undefined ? null : await readKey(options.key);
      const checkpoint = options.checkpoint === undefined ? null : await readCheckpoint(options.checkpoint);
      const input = bundle === '-' ? process.stdin : createReadStream(bundle, { highWaterMark: 1 << 20 });
      const found = await verifyBundle(input, { key, checkpoint }).catch((error) => {
        throw unreadable(bundle, error);
      });
      process.stdout.write(
        reportVerification(found, { has_key: key !== null, has_checkpoint: checkpoint !== null }),
      );
      if (found.faults.length > 0) process.exitCode = 1;
    });

  audit
    .command('export')
    .description('write the whole log, or what came after a size, as a bundle that can be verified offline')
    .option('--output <file>', 'where to; standard output when left out')
    .option('--from-size <entries>', 'leave out the first entries, which are proved by their hashes', '0')
    .option('--tenant <tid>', 'whose log; needed when there are several tenants')
    .action(async (options: { output?: string; fromSize: string; tenant?: string }) => {
      if (!/^\d{1,15}$/.test(options.fromSize)) {
        throw new StartupError(
          `--from-size is "${options.fromSize}"; expected a number of entries such as 0.`,
        );
      }
      const entries = await asTenant(options.tenant, async (q) => {
        const header = await prepareBundle(q, Number(options.fromSize));
        const output =
          options.output === undefined ? process.stdout : createWriteStream(options.output, { mode: 0o600 });
        await pipeline(Readable.from(bundleText(q, header)), output, {
          end: options.output !== undefined,
        }).catch((error) => {
          throw unreadable(options.output ?? 'standard output', error);
        });
        return header.tree_size - header.from_size;
      });
      if (options.output !== undefined)
        process.stdout.write(
          `Wrote ${counted(entries.toLocaleString('en'), 'entry', 'entries')} to ${options.output}.\n`,
        );
    });

  audit
    .command('key')
    .description("print the log's public key; keep it where the database's administrators cannot change it")
    .option('--tenant <tid>', 'whose log; needed when there are several tenants')
    .action(async (options: { tenant?: string }) => {
      const keys = await storedLogKeys();
      const log = await asTenant(options.tenant, async (q) => {
        const found = await findAuditLog(q);
        return found && { ...found, trouble: keys?.of(q.tenant_id, found).trouble };
      });
      if (!log) throw new StartupError(NOT_YET);
      if (log.trouble) throw new StartupError(log.trouble);
      if (!keys) process.stderr.write(UNCOMPARED);
      process.stdout.write(`${formatKey({ name: log.origin, public_key: log.public_key })}\n`);
    });

  audit
    .command('checkpoint')
    .description(
      'print the latest signed checkpoint; keep it to prove later that nothing before it has changed',
    )
    .option('--tenant <tid>', 'whose log; needed when there are several tenants')
    .action(async (options: { tenant?: string }) => {
      const latest = await asTenant(options.tenant, latestCheckpoint);
      if (!latest) throw new StartupError(NOT_YET);
      process.stdout.write(latest.note);
    });
}

async function readKey(given: string): Promise<NoteKey> {
  const text = parseKey(given) ? given : await readFile(given, 'utf8').catch(() => '');
  const key = parseKey(textOf(text, 'key'));
  if (key) return key;
  throw new StartupError(
    `--key is neither a key nor a file with one; expected one word such as lapse-audit/…+1a2b3c4d+AX…, as "lapse audit key" prints it.`,
  );
}

async function readCheckpoint(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw unreadable(file, error);
  });
  return textOf(text, 'note');
}

/** The answers of the API are taken as they are, too. */
function textOf(text: string, field: string): string {
  try {
    const value = JSON.parse(text)[field];
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

function unreadable(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  return new StartupError(
    error.code === 'ENOENT'
      ? `There is no file ${file}.`
      : `${file} cannot be read or written (${error.code}).`,
  );
}
