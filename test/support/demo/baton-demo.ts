import { createPlatform } from '../baton/baton-platform.ts';
import type { BatonState, Name } from '../baton/baton-state.ts';
import { eachDay, type LifecyclePlatform, tried } from './demo-platform.ts';

const PROGRAM = 'baton-lapse-demo';
const PAYROLL: Name = ['app', 'payroll'];
const SECRET = 'secret-of-the-demo';

/**
 * An application to which two people have access, governed by a Baton connector: a program of its own in the directory that the
 * operator offers. Its event feed reports every use.
 */
export async function batonDemo(
  batonDir: string | null = null,
): Promise<LifecyclePlatform & { programs: string }> {
  const person = (id: string, name: string) => ({
    id: ['user', id] as Name,
    name,
    user: {
      emails: [{ address: `${id}@corp.example`, is_primary: true }],
      login: id,
      status: { status: 1 },
    },
  });
  const used = (id: string, days: string[]) =>
    days.map((day) => ({
      id: `${id}-${day}`,
      at: Math.floor(Date.parse(day) / 1000),
      actor: ['user', id] as Name,
      target: PAYROLL,
    }));
  const access = (id: string) => ({
    entitlement: `${PAYROLL.join(':')}:access`,
    on: PAYROLL,
    principal: ['user', id] as Name,
  });
  const state: BatonState = {
    types: [
      { id: 'user', name: 'User', traits: [1], marks: ['SkipEntitlementsAndGrants'] },
      { id: 'app', name: 'Application', traits: [4], entitlements: [['access', 2]] },
    ],
    resources: [
      person('dana', 'Dana Reyes'),
      person('sam', 'Sam Okafor'),
      person('lapse', 'Lapse'),
      { id: PAYROLL, name: 'Payroll' },
    ],
    grants: ['dana', 'sam'].map(access),
    removed: [],
    can_get: false,
    feeds: [
      {
        id: 'usage',
        types: [1],
        events: [...used('dana', eachDay(29, 27)), ...used('sam', eachDay(29, 1))].sort(
          (a, b) => a.at - b.at,
        ),
      },
    ],
    feed_epoch: 'a',
    mode: {},
  };
  const platform = createPlatform(state, { name: PROGRAM, programs_in: batonDir });
  const mayUse = (): boolean => platform.state().grants.some(({ principal }) => principal[1] === 'dana');
  return {
    programs: platform.programs,
    platform: 'baton',
    title: 'Baton connector',
    scene:
      'A Baton connector manages the application Payroll, to which Dana and Sam have access. Lapse runs it as a child process.',
    settings: {
      program: PROGRAM,
      secret_variables: `BATON_TOKEN=${SECRET}`,
      own_account: 'lapse',
      use_feed: 'complete',
    },
    dana: 'Dana Reyes',
    sam: 'Sam Okafor',
    asset: 'Payroll',
    attempt: 'Dana opens Payroll',
    tryAsDana: async () => tried(mayUse(), 'let in', 'refused: no access to the application'),
    dump: async () =>
      platform
        .state()
        .grants.map((one) => JSON.stringify(one))
        .sort(),
    close: async () => platform.close(),
  };
}
