import type { Health } from './connector.ts';
import type { Snippet } from './snippets.ts';

type Ability = Health['missing'][number]['ability'];

/** One thing to do on a platform before it can be connected, by somebody who has never done it. */
export interface SetupStep {
  title: string;
  /** What does not work without it: `discover` is everything, `revoke` only removing and restoring. */
  needed_for: Ability;
  /** Sentences, in order. */
  instructions: string[];
  /** By the names that the platform and the test of a connector give them. */
  permissions: { name: string; purpose: string; ability: Ability }[];
  snippets: Snippet[];
  /** Settings whose values this step tells. */
  settings: { name: string; suggestion: string | null }[];
}
