import { type Faults, flag, type Get, list } from '../platform/config/settings.ts';
import { parseUrl } from '../platform/parse-url.ts';
import { networkFault, type WebhookProxy, type WebhookReach } from './reach/reach.rules.ts';
import { RETRY_SCHEDULE_SECONDS } from './schedule.rules.ts';

/** As many attempts as are kept with a delivery. */
const RETRIES_MAX = 20;

export function webhookReach(faults: Faults, get: Get, authDisabled: boolean): WebhookReach {
  const networks = list(get('WEBHOOK_ALLOWED_NETWORKS'));
  const fault = networks.map(networkFault).find((found) => found !== null);
  if (fault !== undefined) faults.add('WEBHOOK_ALLOWED_NETWORKS', `is "${networks.join(',')}"; ${fault}`);
  return {
    allow_loopback: flag(faults, 'WEBHOOK_ALLOW_LOOPBACK', get('WEBHOOK_ALLOW_LOOPBACK'), authDisabled),
    allowed_networks: networks,
    proxy: webhookProxy(faults, get),
  };
}

/** Both spellings are usual; what the other programs of the machine read is read here too. */
function webhookProxy(faults: Faults, get: Get): WebhookProxy | null {
  const either = (name: string): string | null => get(name) ?? get(name.toLowerCase());
  const resolvesNames = flag(faults, 'WEBHOOK_PROXY_RESOLVES', get('WEBHOOK_PROXY_RESOLVES'), false);
  const value = either('HTTPS_PROXY') ?? either('HTTP_PROXY');
  if (value === null) return null;
  if (!/^https?:$/.test(parseUrl(value)?.protocol ?? ''))
    return faults.add(
      'HTTPS_PROXY',
      'is not usable; expected the address of a proxy such as http://proxy:3128',
    );
  return { url: value, exceptions: list(either('NO_PROXY')), resolves_names: resolvesNames };
}

/** Seconds, of which tests need parts. */
export function retrySchedule(faults: Faults, value: string | null): readonly number[] {
  if (value === null) return RETRY_SCHEDULE_SECONDS;
  const seconds = list(value).map((part) => (/^\d{1,6}(\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  if (seconds.length > 0 && seconds.length <= RETRIES_MAX && seconds.every((part) => part > 0))
    return seconds;
  faults.add(
    'WEBHOOK_RETRY_SCHEDULE',
    `is "${value}"; expected up to ${RETRIES_MAX} numbers of seconds above 0, separated by commas, such as 5,300,1800`,
  );
  return RETRY_SCHEDULE_SECONDS;
}
