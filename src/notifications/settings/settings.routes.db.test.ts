import { beforeEach, describe, expect, test } from 'vitest';
import {
  openService,
  people,
  provider,
  service,
  useDecidingWorld,
  world,
} from '../../../test/support/deciding-world.ts';
import { mailChannel } from '../../../test/support/notification-world.ts';
import { changeNotificationSettings } from './change-settings.ts';

useDecidingWorld();
beforeEach(async () => {
  await world.test.admin('TRUNCATE notification_settings');
  await openService();
});

const URL = '/v1/notifications/settings';
const OLAF = { oid: 'oid-of-olaf', email: 'olaf@x.example' };

async function as(
  claims: object,
  request: { method?: 'GET' | 'PUT'; url?: string; payload?: object },
  roles: string[] = [],
) {
  const token = provider.sign({ tid: 'tenant-a', roles, ...claims });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await service.call({ method: 'GET', url: URL, ...request, headers });
  return { status: answer.statusCode, body: answer.json() };
}
const put = (payload: object) => as(OLAF, { method: 'PUT', payload });

describe('notification settings', () => {
  test('of somebody who never chose are everything at once, and say what cannot be put off', async () => {
    await people.channel({ ...mailChannel(await people.mailServer()), occasions: ['assigned', 'overdue'] });
    expect((await as(OLAF, {})).body).toMatchObject({
      principal_id: 'olaf',
      email: 'olaf@x.example',
      delivery: 'at_once',
      quiet_hours: null,
      time_zone: 'UTC',
      occasions_sent: ['assigned'],
      next_digest_at: null,
      version: 0,
      changed_at: null,
      always_at_once: { occasions: ['escalated', 'overdue', 'removal_requested'] },
    });
  });

  test('are changed by whoever they are of, as a whole, and recorded with what changed', async () => {
    const weekdays = ['friday', 'monday'];
    const quiet_hours = { to: '07:00', from: '20:00' };
    const first = await put({
      delivery: 'daily',
      digest_at: '08:30',
      time_zone: 'Europe/Berlin',
      quiet_hours,
      weekdays,
    });
    expect(first).toMatchObject({
      status: 200,
      body: {
        delivery: 'daily',
        version: 1,
        weekdays: ['monday', 'friday'],
        quiet_hours: { from: '20:00', to: '07:00' },
      },
    });
    expect(new Date(first.body.next_digest_at).getTime()).toBeGreaterThan(Date.now());
    expect(new Date(first.body.next_digest_at).getUTCMinutes()).toBe(30);
    // The same again is no change.
    await put({ delivery: 'daily', digest_at: '08:30', time_zone: 'Europe/Berlin', quiet_hours, weekdays });
    const second = await put({ delivery: 'off' });
    expect(second.body).toMatchObject({
      delivery: 'off',
      version: 2,
      time_zone: 'UTC',
      next_digest_at: null,
    });
    const entries = (await world.events('notification_settings.changed')) as unknown as {
      actor: string;
      data: object;
    }[];
    expect(entries.map(({ actor, data }) => ({ actor, data }))).toEqual([
      {
        actor: 'olaf@x.example',
        data: {
          principal_id: 'olaf',
          changed: {
            delivery: 'daily',
            digest_at: '08:30',
            time_zone: 'Europe/Berlin',
            quiet_hours: { from: '20:00', to: '07:00' },
            weekdays: ['monday', 'friday'],
          },
        },
      },
      expect.objectContaining({ data: expect.objectContaining({ principal_id: 'olaf' }) }),
    ]);
  });

  test.each([
    [{ delivery: 'hourly' }, 'delivery'],
    [{ digest_at: '24:00' }, 'digest_at'],
    [{ digest_at: '8:00' }, 'digest_at'],
    [{ digest_at: 480 }, 'digest_at'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '' }, 'time_zone'],
    [{ time_zone: 'UTC\u0000' }, 'time_zone'],
    [{ quiet_hours: { from: '20:00' } }, 'quiet_hours'],
    [{ quiet_hours: { from: '20:00', to: '20:00' } }, 'quiet_hours'],
    [{ quiet_hours: { from: '20:61', to: '07:00' } }, 'quiet_hours'],
    [{ quiet_hours: 'night' }, 'quiet_hours'],
    [{ delivery: 'daily', digest_at: '06:00', quiet_hours: { from: '20:00', to: '07:00' } }, 'digest_at'],
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: ['someday'] }, 'weekdays'],
    [{ weekdays: ['monday', 'monday'] }, 'weekdays'],
    [{ occasions: ['weather'] }, 'occasions'],
    [{ occasions: ['escalated'] }, 'occasions'],
    [{ occasions: ['alert'] }, 'occasions'],
    [{ delivery_hours: 3 }, 'delivery_hours'],
  ])('are refused as %j, naming the field', async (payload, field) => {
    const { status, body } = await put(payload);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect(await world.test.admin('SELECT 1 FROM notification_settings')).toEqual([]);
  });

  test('are none of whom the directory does not know, and that is said', async () => {
    const nobody =
      'You are nobody of the directory, so no messages are sent to you and there is nothing to set.';
    const sentences = [
      (await as({ oid: 'oid-of-nobody' }, {})).body,
      (await as({ oid: 'oid-of-nobody' }, { method: 'PUT', payload: { delivery: 'off' } })).body,
      // Authentication is off: the administrator stands for nobody.
      (await world.call({ url: URL })).json(),
    ];
    for (const body of sentences) expect(body).toEqual({ detail: nobody });
  });

  test('of others are read by admins alone, and changed by nobody', async () => {
    const url = `${URL}/olaf`;
    await put({ delivery: 'off' });
    const ANN = { oid: 'oid-of-ann' };
    for (const role of ['service.reviewer', 'service.auditor', 'service.ingest'])
      expect((await as(ANN, { url }, [role])).status).toBe(403);
    expect((await as(OLAF, { url })).status).toBe(403);
    expect(await as(ANN, { url }, ['service.admin'])).toMatchObject({
      status: 200,
      body: { principal_id: 'olaf', delivery: 'off' },
    });
    expect((await as(ANN, { url: `${URL}/nobody` }, ['service.admin'])).status).toBe(404);
    const write = await service.app.inject({
      method: 'PUT',
      url,
      headers: {
        authorization: `Bearer ${provider.sign({ tid: 'tenant-a', roles: ['service.admin'], ...ANN })}`,
      },
      payload: { delivery: 'at_once' },
    });
    expect([404, 405]).toContain(write.statusCode);
    expect((await as(OLAF, {})).body.delivery).toBe('off');
  });

  test('of another tenant are not seen, and change nothing here', async () => {
    const { a, b } = world.test.tenants;
    const by = { actor: 'somebody', now: Date.now() };
    await world.test.db.transaction(b, (tx) =>
      changeNotificationSettings(tx, 'olaf', { delivery: 'off' }, by),
    );
    expect((await as(OLAF, {})).body).toMatchObject({ delivery: 'at_once', version: 0 });
    expect(await world.test.db.tenant(a).query('SELECT 1 FROM notification_settings')).toEqual([]);
  });

  test('of two at once are those of the last, and no change is lost to the count', async () => {
    const by = { actor: 'olaf', now: Date.now() };
    const change = (digest_at: string) =>
      world.test.db.transaction(world.tenant, (tx) =>
        changeNotificationSettings(tx, 'olaf', { delivery: 'daily', digest_at }, by),
      );
    await Promise.all(['09:00', '10:00', '11:00'].map(change));
    const { body } = await as(OLAF, {});
    expect(body.version).toBe(3);
    expect(['09:00', '10:00', '11:00']).toContain(body.digest_at);
  });
});
