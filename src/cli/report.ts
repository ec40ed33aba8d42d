import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { createIntegrityCheck } from '../audit/entry-integrity.ts';
import { CLASSIFICATIONS } from '../core/directory/directory.rules.ts';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/database.ts';
import { StartupError } from '../platform/errors.ts';
import { tenantTid } from '../platform/tenants/tenants.sql.ts';
import { appendReportEntry } from '../reports/content/entries.sql.ts';
import { estimateRows } from '../reports/estimate.sql.ts';
import { REPORT_FORMATS, REPORT_TYPES, type ReportRequest } from '../reports/report.rules.ts';
import { periodFaults } from '../reports/request.rules.ts';
import { chooseTenant } from './choose-tenant.ts';
import { showReportProgress } from './report-progress.ts';
import { storedLogKeys } from './stored-log-keys.ts';
import type { WithDatabase } from './tenant.ts';
import { userName } from './user-name.ts';

interface Options {
  type: ReportRequest['type'];
  format: ReportRequest['format'];
  from: string;
  to: string;
  output: string;
  department?: string;
  platform?: string;
  classification?: string;
  requestedBy: string;
  tenant?: string;
  force?: boolean;
}

export function register(command: Command, withDatabase: WithDatabase): void {
  command
    .addOption(new Option('--type <type>', 'which').choices(REPORT_TYPES).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'as what').choices(REPORT_FORMATS).makeOptionMandatory())
    .requiredOption('--from <instant>', 'the beginning of the period, included, such as 2026-10-01')
    .requiredOption('--to <instant>', 'its end, excluded; the report shows what was so then')
    .requiredOption('--output <file>', 'where to')
    .option('--department <name>', 'only principals of this department')
    .option('--platform <name>', 'only assets of this platform')
    .addOption(
      new Option('--classification <name>', 'only assets of this classification').choices(CLASSIFICATIONS),
    )
    .option('--requested-by <name>', 'who asks, as the report shows it', userName())
    .option('--tenant <tid>', 'whose; needed when there are several tenants')
    .option('--force', 'replace the file if it is there')
    .action(async (options: Options) => {
      const request = readOptions(options);
      if (!options.force && existsSync(options.output))
        throw new StartupError(`${options.output} is there already; --force replaces it.`);
      const { rows, size_bytes, sha256 } = await withDatabase((db) => writeReport(db, request, options));
      process.stdout.write(
        `Wrote ${counted(rows.toLocaleString('en'), 'row')}, ${counted(size_bytes.toLocaleString('en'), 'byte')}, to ${options.output}.\nSHA-256 ${sha256}\n`,
      );
    });
}

function readOptions(options: Options): ReportRequest {
  const { type, format, department, platform, classification } = options;
  return {
    type,
    format,
    period_start: instant('--from', options.from),
    period_end: instant('--to', options.to),
    filters: {
      department: department ?? null,
      platform: platform ?? null,
      classification: classification ?? null,
    },
  };
}

/** A day, or a timestamp with its zone: what is left to the machine's zone would differ from one to the next. */
function instant(option: string, text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const ms = isDay || isInstant ? Date.parse(isDay ? `${text}T00:00:00Z` : text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new StartupError(
      `${option} is "${text}"; expected a day such as 2026-10-01 (UTC) or 2026-10-01T09:30:00Z.`,
    );
  }
  return new Date(ms).toISOString();
}

async function writeReport(
  db: Database,
  request: ReportRequest,
  { output, tenant, requestedBy }: Options,
): Promise<{ rows: number; size_bytes: number; sha256: string }> {
  const tenant_id = await chooseTenant(db, tenant);
  const q = db.tenant(tenant_id);
  await requirePeriod(request, (await loadPolicy(q)).policy.retention);
  const tenant_name = await tenantTid(q);
  const rows_estimated = await estimateRows(q, request);
  // Beside it, so that nobody takes a part for the whole.
  const part = `${output}.part`;
  const file = await open(part, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${output} cannot be written (${error.code}).`);
  });
  const stopping = new AbortController();
  const interrupt = (): void => stopping.abort(new StartupError('Interrupted; nothing was written.'));
  process.once('SIGINT', interrupt);
  const progress = showReportProgress();
  const hash = createHash('sha256');
  let size_bytes = 0;
  try {
    // Fonts and formats take longer to load than most other commands take.
    const { generateReport } = await import('../reports/generate-report.ts');
    const keys = request.type === 'audit_export' ? await storedLogKeys() : null;
    const { row_count, integrity } = await generateReport(
      db,
      tenant_id,
      { request, tenant_name, requested_by: requestedBy },
      {
        rows_estimated,
        signal: stopping.signal,
        integrity: keys && createIntegrityCheck(keys),
        onProgress: progress.update,
        write: async (bytes) => {
          hash.update(bytes);
          size_bytes += bytes.length;
          await file.write(bytes);
        },
      },
    );
    await file.close();
    const sha256 = hash.digest('hex');
    await db.transaction(tenant_id, (tx) =>
      appendReportEntry(
        tx,
        { id: null, ...request },
        {
          event_type: 'report.downloaded',
          description: `The report ${request.type} was written to a file from the terminal.`,
          actor: requestedBy,
          at: new Date().toISOString(),
          data: { filters: request.filters, row_count, sha256, ...(integrity && { integrity }) },
        },
      ),
    );
    await rename(part, output);
    return { rows: row_count, size_bytes, sha256 };
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(part).catch(() => {});
    throw error;
  } finally {
    process.removeListener('SIGINT', interrupt);
    progress.end();
  }
}

async function requirePeriod(
  { type, period_start, period_end }: ReportRequest,
  retention: Parameters<typeof periodFaults>[2],
): Promise<void> {
  const period = { start: Date.parse(period_start), end: Date.parse(period_end), now: Date.now() };
  const faults = periodFaults(type, period, retention);
  if (faults.length === 0) return;
  const option = (field: unknown): string => (field === 'period_end' ? '--to' : '--from');
  throw new StartupError(
    faults.map(({ loc, msg }) => `${option(loc.at(-1))}: ${msg.replace('period_end', '--to')}.`).join('\n'),
  );
}
