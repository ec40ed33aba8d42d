import type { World } from '../world.ts';
import { logGamma, minimise } from './fit.ts';
import { CONFIRMATION_DAYS } from './fixed-window.ts';
import type { Rule } from './rule.ts';

/**
 * The model of marketing for customers who never say goodbye, in the form in which one may be lost before the first
 * purchase (MBG/NBD; Batislam, Denizel, Filiztekin, 2007): uses come at a rate drawn from a gamma distribution (r, alpha), and
 * after the grant and after every use the need ends with a chance drawn from a beta distribution (a, b).
 */
export interface Parameters {
  r: number;
  alpha: number;
  a: number;
  b: number;
}

/** What the model knows of one access: days of use, the day of the latest since the grant, and days since the grant. */
interface History {
  uses: number;
  recency: number;
  age: number;
}

const kindOf = (one: World['access'][number]): string =>
  one.principal.kind === 'person' ? 'person' : 'machine';

/** By kind of principal, by maximum likelihood, on one instant of every access that is held then. */
export function fitBgNbd(worlds: readonly World[]): Map<string, Parameters> {
  const histories = new Map<string, History[]>();
  for (const { access, timeline } of worlds) {
    access.forEach((one, i) => {
      const day = timeline.from + ((i * 37) % (timeline.to - timeline.from));
      if (one.granted >= day || one.heldUntil <= day) return;
      const start = Math.max(0, one.granted);
      const seen = one.seen.filter((use) => use > start && use <= day);
      const history = { uses: seen.length, recency: (seen.at(-1) ?? start) - start, age: day - start };
      histories.set(kindOf(one), [...(histories.get(kindOf(one)) ?? []), history]);
    });
  }
  return new Map([...histories].map(([kind, all]) => [kind, fitted(all)]));
}

function fitted(histories: readonly History[]): Parameters {
  const read = ([r = 0, alpha = 0, a = 0, b = 0]: readonly number[]): Parameters => ({
    r: Math.exp(r),
    alpha: Math.exp(alpha),
    a: Math.exp(a),
    b: Math.exp(b),
  });
  const loss = (at: readonly number[]): number => {
    const parameters = read(at);
    return -histories.reduce((sum, history) => sum + logLikelihood(parameters, history), 0);
  };
  return read(minimise(loss, [0, 3, 0, 2]));
}

function logLikelihood(parameters: Parameters, { uses, recency, age }: History): number {
  const { r, alpha, a, b } = parameters;
  const rate = logGamma(r + uses) - logGamma(r) + r * Math.log(alpha);
  const alive = logBeta(a, b + uses + 1) - logBeta(a, b) - (r + uses) * Math.log(alpha + age);
  const ended = logBeta(a + 1, b + uses) - logBeta(a, b) - (r + uses) * Math.log(alpha + recency);
  const larger = Math.max(alive, ended);
  return rate + larger + Math.log(Math.exp(alive - larger) + Math.exp(ended - larger));
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Asks when the logarithm of the odds that the need has ended passes a threshold. */
export function bgNbd(byKind: ReadonlyMap<string, Parameters>, threshold: number): Rule {
  return {
    name: 'BG/NBD',
    watch(access) {
      const { r, alpha, a, b } = byKind.get(kindOf(access)) as Parameters;
      const start = Math.max(0, access.granted);
      let quietUntil = -Infinity;
      let next = 0;
      let uses = 0;
      let latest = start;
      const logOdds = (day: number): number => {
        for (; next < access.seen.length && (access.seen[next] as number) <= day; next++) {
          if ((access.seen[next] as number) <= start) continue;
          uses++;
          latest = access.seen[next] as number;
        }
        const idle = Math.log((alpha + day - start) / (alpha + latest - start));
        return Math.log(a / (b + uses)) + (r + uses) * idle;
      };
      return {
        isStale: (day) => day >= quietUntil && logOdds(day) >= threshold,
        scoreAt: logOdds,
        likelihoodAt: (day) => 1 / (1 + Math.exp(-logOdds(day))),
        confirm(day) {
          quietUntil = day + CONFIRMATION_DAYS;
        },
      };
    },
  };
}
