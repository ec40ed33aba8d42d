import type { Policy } from '../../src/core/policy/policy.rules.ts';
import { FIRST_POLICY } from './competitors.ts';
import { lapse } from './rules/lapse.ts';
import type { Rule } from './rules/rule.ts';

/** The first model without one of its parts: which of them earn their keep? */
export function ablations(): Rule[] {
  return [
    without('habit: 90 days for all', ({ patience }) => {
      Object.assign(patience, { base_days: 90, gap_factor: 0, unknown_days: 90, never_used_days: 90 });
    }),
    without('classification', ({ shifts }) => {
      shifts.classification = { public: 0, internal: 0, confidential: 0, pii: 0 };
    }),
    without('permission', ({ shifts }) => {
      shifts.permission = { read: 0, write: 0, read_write: 0, admin: 0, owner: 0 };
    }),
    without('peers', ({ shifts }) => {
      shifts.peers.max_days = 0;
    }),
    without('anomaly signals', ({ shifts }) => {
      shifts.anomaly.days = 0;
    }),
    without('MFA', ({ shifts }) => {
      shifts.mfa_off = 0;
    }),
    without('dormancy', ({ shifts }) => {
      shifts.dormant.days = 0;
    }),
    without('disabled accounts', ({ shifts }) => {
      shifts.disabled = 0;
    }),
    withoutOutages(),
  ];
}

function without(part: string, change: (policy: Policy) => void): Rule {
  const policy = structuredClone(FIRST_POLICY);
  change(policy);
  return lapse(`without ${part}`, policy);
}

function withoutOutages(): Rule {
  const rule = lapse('without unobserved time', FIRST_POLICY);
  return { ...rule, watch: (access, world) => rule.watch({ ...access, outages: [] }, world) };
}
