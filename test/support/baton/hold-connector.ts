import { batonType } from '../../../src/connectors/baton/baton-connector.ts';
import type { BatonSettings } from '../../../src/connectors/baton/baton-settings.ts';

/** Holds a connector open until it is killed; its last argument is the directory of programs. */
const type = batonType({ hosts: null, baton_dir: process.argv.at(-1) as string });
const { settings } = type.readSettings({ program: 'baton-test' }) as { settings: BatonSettings };
await type.connect(settings, { now: () => new Date() }).principals(null);
console.log('held');
setInterval(() => {}, 1_000);
