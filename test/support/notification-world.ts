import { describePackets } from '../../src/commands/describe-packets.ts';
import { PUBLIC_INTERNET } from '../../src/domain/webhook-reach.ts';
import { Deliverer } from '../../src/webhooks/deliver.ts';
import { createDispatcher } from '../../src/webhooks/reach.ts';
import { createEmailSender } from '../../src/webhooks/send-email.ts';
import { createSlackSender } from '../../src/webhooks/send-slack.ts';
import { createTeamsSender } from '../../src/webhooks/send-teams.ts';
import type { TestApp } from './app.ts';
import { receiverTls } from './receiver-tls.ts';
import { deliveryContext, WEBHOOK_KEY } from './webhook-world.ts';

const LOOPBACK = { ...PUBLIC_INTERNET, allow_loopback: true };

export interface Delivery {
  id: string;
  status: string;
  recipient: string | null;
  attempts: { status_code: number | null; error: string | null; response: string | null }[];
  next_attempt_at: string | null;
}

/** The real senders, turned by hand, with a clock that a test moves. */
export interface NotificationWorld {
  /** Milliseconds that the clock of deliveries is ahead. */
  ahead: number;
  /** Sends everything that is due, once. */
  send(): Promise<void>;
  channel(body: object): Promise<string>;
  deliveries(channelId: string): Promise<Delivery[]>;
  close(): Promise<void>;
}

export function createNotificationWorld(service: TestApp): NotificationWorld {
  const { db } = service.test;
  const dispatcher = createDispatcher(LOOPBACK);
  const now = () => Date.now() + world.ahead;
  const people = {
    db,
    secrets_key: WEBHOOK_KEY,
    public_url: 'https://lapse.example',
    describePackets: (
      ...[q, packets]: [Parameters<typeof describePackets>[0], Parameters<typeof describePackets>[1]]
    ) => describePackets(q, packets, Date.now()),
  };
  const chat = { ...people, dispatcher, user_agent: 'Lapse/test', now };
  const context = deliveryContext(service.test, {
    now,
    schedule: [5, 300],
    timeout_ms: 5_000,
    senders: {
      slack: createSlackSender(chat),
      teams: createTeamsSender(chat),
      email: createEmailSender({ ...people, reach: LOOPBACK, ca: receiverTls.cert }),
    },
  });
  const world: NotificationWorld = {
    ahead: 0,
    send: async () => {
      // Each turn claims anew; a failed attempt is due again only later.
      for (let turn = 0; turn < 50; turn += 1) {
        const deliverer = new Deliverer(context);
        const isStarted = await deliverer.turn(new AbortController().signal);
        await deliverer.settle(10_000);
        if (!isStarted) return;
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
    close: async () => {
      await context.close();
      await dispatcher.destroy();
    },
  };
  return world;
}
