import { type Config, loadConfig, type Mode } from '../../config.ts';
import type { Env } from '../../platform/config/read-env.ts';
import { StartupError } from '../../platform/errors.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** All faults of the configuration, and the configuration when there is none. */
export function examineConfiguration(mode: Mode, env: Env): { config: Config | null; findings: Finding[] } {
  try {
    const config = loadConfig(mode, env);
    const findings = config.warnings.map((text) =>
      warning('configuration', text, 'Set OIDC_ISSUER and OIDC_AUDIENCE, and AUTH_DISABLED=false.'),
    );
    if (findings.length === 0)
      findings.push(ok('configuration', `Every setting for "lapse ${mode}" is usable.`));
    return { config, findings };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const faults = error.message.split('\n  - ').slice(1);
    return { config: null, findings: faults.map(faultFinding) };
  }
}

/** Faults read `NAME: what is wrong; expected what`. */
function faultFinding(fault: string): Finding {
  const [, what = fault, expected = ''] = /^(.*?); (.*)$/s.exec(fault) ?? [];
  return problem(
    'configuration',
    `${what}.`,
    expected === '' ? 'Change the setting.' : `${sentence(expected)}.`,
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
