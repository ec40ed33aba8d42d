import { holderQuestionsAbandoned } from '../../src/notifications/send/holder-mail.ts';
import { createSlackSender, createTeamsSender } from '../../src/notifications/send/notification-post.ts';
import { createEmailSender } from '../../src/notifications/send/send-email.ts';
import { dueWork } from '../../src/platform/background/tenants-with.sql.ts';
import { Deliverer } from '../../src/webhooks/delivery/deliver.ts';
import { PUBLIC_INTERNET } from '../../src/webhooks/reach/reach.rules.ts';
import { createDispatcher } from '../../src/webhooks/reach/reach.ts';
import type { TestApp } from './app.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { receiverTls } from './receiver-tls.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';
import { deliveryContext, WEBHOOK_KEY } from './webhook-world.ts';

/** What somebody might call a person or an asset. */
export const NASTY = '<!channel> <script>alert(1)</script>\r\nBcc: evil@x.example & "Co"';

const LOOPBACK = { ...PUBLIC_INTERNET, allow_loopback: true };

export interface Delivery {
  id: string;
  status: string;
  recipient: string | null;
  attempts: { status_code: number | null; error: string | null; response: string | null }[];
  next_attempt_at: string | null;
  waits_until: string | null;
  waits_for: string | null;
}

/** The real senders, turned by hand, with a clock that a test moves. */
export interface NotificationWorld {
  /** Milliseconds that the clock of deliveries is ahead. */
  ahead: number;
  /** Sends everything that is due, once. */
  send(): Promise<void>;
  channel(body: object): Promise<string>;
  deliveries(channelId: string): Promise<Delivery[]>;
  /** Asks whether somebody still needs access; answers the id of the review. */
  ask(principalId?: string, assetId?: string): Promise<string>;
  /** These end with the test. */
  mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer>;
  receiver(...options: Parameters<typeof startReceiver>): Promise<Receiver>;
  /** After each test: no channel, nothing on its way, no open review. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const mailChannel = ({ port }: MailServer, more: object = {}) => ({
  kind: 'email',
  settings: {
    host: '127.0.0.1',
    port,
    security: 'none',
    from: 'lapse@x.example',
    gather_seconds: 0,
    ...more,
  },
});

export function createNotificationWorld(service: TestApp): NotificationWorld {
  const { db } = service.test;
  const dispatcher = createDispatcher(LOOPBACK);
  const now = () => Date.now() + world.ahead;
  const people = { db, secrets_key: WEBHOOK_KEY, public_url: 'https://lapse.example', now };
  const chat = { ...people, dispatcher, user_agent: 'Lapse/test' };
  const context = deliveryContext(service.test, {
    now,
    schedule: [5, 300],
    timeout_ms: 5_000,
    onAbandoned: holderQuestionsAbandoned,
    senders: {
      slack: createSlackSender(chat),
      teams: createTeamsSender(chat),
      email: createEmailSender({ ...people, reach: LOOPBACK, ca: receiverTls.cert }),
    },
  });
  const closing: (() => Promise<void>)[] = [];
  const untilReset = <T extends { close: () => Promise<void> }>(started: T): T => {
    closing.push(started.close);
    return started;
  };
  const world: NotificationWorld = {
    ahead: 0,
    send: async () => {
      // Each turn claims again; a failed attempt is due again only later.
      for (let turn = 0; turn < 50; turn += 1) {
        const deliverer = new Deliverer(context);
        let started = 0;
        for (const tenantId of (await dueWork(context, 'deliveries')).tenants)
          started += await deliverer.startDue(tenantId, new AbortController().signal);
        await deliverer.drain(10_000);
        if (started === 0) return;
      }
      throw new Error('the deliveries do not come to rest');
    },
    channel: async (payload) => {
      const answer = await service.call({ method: 'POST', url: '/v1/notifications/channels', payload });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json().id as string;
    },
    deliveries: async (id) =>
      (await service.call({ method: 'GET', url: `/v1/notifications/channels/${id}/deliveries` })).json()
        .items,
    ask: async (principal_id = 'ann', asset_id = 'wiki') => {
      const payload = { principal_id, asset_id, reason: 'manual_trigger' };
      const answer = await service.call({ method: 'POST', url: '/v1/reviews', payload });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json().review_id as string;
    },
    mailServer: async (...options) => untilReset(await startMailServer(...options)),
    receiver: async (...options) => untilReset(await startReceiver(...options)),
    reset: async () => {
      for (const close of closing.splice(0).reverse()) await close();
      world.ahead = 0;
      await service.test.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries, notifications');
      await service.test.admin(
        "UPDATE reviews SET status = 'DECIDED', with_holder_until = NULL, closed_at = now() WHERE status <> 'DECIDED'",
      );
      await service.test.admin('UPDATE workflows SET timer = NULL, timer_at = NULL');
    },
    close: async () => {
      await context.close();
      await dispatcher.destroy();
    },
  };
  return world;
}
