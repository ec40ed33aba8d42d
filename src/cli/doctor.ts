import process from 'node:process';
import { type Command, Option } from 'commander';
import type { Mode } from '../config.ts';
import { type Env, readEnv } from '../platform/config/read-env.ts';
import { counted } from '../platform/counted.ts';
import { loadDatabaseConfig } from './database-config.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';

export function register(command: Command): void {
  command
    .addOption(
      new Option('--mode <mode>', 'for which command to look; by the settings when left out').choices([
        'start',
        'serve',
      ]),
    )
    .option('--json', 'for scripts: one object with the findings')
    .action(async (options: { mode?: Mode; json?: boolean }) => {
      const env = readEnv(process.env, process.cwd());
      const mode = options.mode ?? likelyMode(env);
      const findings = await examine(mode, env, () => loadDatabaseConfig(env));
      const hasProblem = findings.some(({ level }) => level === 'problem');
      process.stdout.write(
        options.json
          ? `${JSON.stringify({ mode, ok: !hasProblem, findings }, null, 2)}\n`
          : `${findings.map(line).join('')}\n${summary(findings)}\n`,
      );
      if (hasProblem) process.exitCode = 1;
    });
}

/** Who names a database or an identity provider runs it for others. */
const likelyMode = (env: Env): Mode =>
  env.DATABASE_URL || env.OIDC_ISSUER || env.NODE_ENV === 'production' ? 'serve' : 'start';

const LABELS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const;

function line({ check, level, message, fix }: Finding): string {
  const text = `${LABELS[level]} ${check}: ${message}\n`;
  return fix === null ? text : `${text}          -> ${fix}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (level: Finding['level']): number => findings.filter((each) => each.level === level).length;
  const problems = count('problem');
  const warnings = count('warning');
  if (problems > 0) return `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`;
  return warnings > 0 ? `No problem, ${counted(warnings, 'warning')}.` : 'All is well.';
}
