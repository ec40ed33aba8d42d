import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInteraction } from './slack-payload.rules.ts';
import { isSignedBySlack, slackSignature } from './slack-signature.rules.ts';
import { blocksDecided } from './slack-views.rules.ts';

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

describe('a signature', () => {
  test('is that of the documentation', () => {
    const body = Buffer.from(
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    );
    const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
    expect(slackSignature(SECRET, '1531420618', body)).toBe(signature);
    const signed = { timestamp: '1531420618', signature, body };
    expect(isSignedBySlack(SECRET, signed, 1_531_420_618_000)).toBe(true);
  });

  test('is over every byte, the instant and the secret, and counts for five minutes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.integer({ min: -900, max: 900 }),
        fc.nat(),
        (body, seconds, off, place) => {
          const timestamp = String(seconds);
          const signed = { timestamp, signature: slackSignature(SECRET, timestamp, body), body };
          const now = (seconds + off) * 1_000;
          expect(isSignedBySlack(SECRET, signed, now)).toBe(Math.abs(off) <= 300);
          const at = seconds * 1_000;
          const changed = Buffer.concat([body, Buffer.from('&')]);
          changed[place % changed.length] = ((changed[place % changed.length] as number) + 1) % 256;
          expect(isSignedBySlack(SECRET, { ...signed, body: changed }, at)).toBe(false);
          expect(isSignedBySlack(`${SECRET}x`, signed, at)).toBe(false);
          expect(isSignedBySlack(SECRET, { ...signed, timestamp: String(seconds + 1) }, at)).toBe(false);
        },
      ),
    );
  });

  test('of another form is none', () => {
    const body = Buffer.from('payload=x');
    const good = slackSignature(SECRET, '1531420618', body);
    const now = 1_531_420_618_000;
    const wrong = [
      undefined,
      '',
      'v0=',
      good.slice(3),
      good.toUpperCase(),
      `${good}, ${good}`,
      `${good}0`,
      ['v0=1'],
    ];
    for (const signature of wrong)
      expect(isSignedBySlack(SECRET, { timestamp: '1531420618', signature, body }, now)).toBe(false);
    for (const timestamp of [
      undefined,
      '',
      'NaN',
      '-1531420618',
      '1531420618.0',
      ' 1531420618',
      '1e9',
      '0x5b',
    ])
      expect(isSignedBySlack(SECRET, { timestamp, signature: good, body }, now)).toBe(false);
  });
});

describe('what was pressed', () => {
  const pressed = {
    type: 'block_actions',
    team: { id: 'T1' },
    user: { id: 'U1' },
    trigger_id: '1.2.3',
    actions: [{ action_id: 'lapse_revoke', value: 'r-1' }],
  };
  const read = (payload: unknown) =>
    readInteraction(Buffer.from(new URLSearchParams({ payload: JSON.stringify(payload) }).toString()));

  test('is read whatever the encoding of the form', () => {
    const json = JSON.stringify({ ...pressed, more: 'ü+&=% \u2028' });
    const all = [...Buffer.from(json)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    for (const body of [`payload=${all}`, `payload=${encodeURIComponent(json)}`])
      expect(readInteraction(Buffer.from(body))).toMatchObject({
        kind: 'pressed',
        decision: 'REVOKE',
        review_id: 'r-1',
      });
  });

  test('decides nothing unless it is one of our buttons', () => {
    expect(read({ ...pressed, actions: [{ action_id: 'constructor', value: 'r-1' }] })).toEqual({
      kind: 'other',
    });
    expect(read({ ...pressed, type: 'shortcut' })).toEqual({ kind: 'other' });
    for (const wrong of [{ team: null }, { user: {} }, { actions: [] }, { actions: 'x' }, { trigger_id: 7 }])
      expect(read({ ...pressed, ...wrong })).toBeNull();
    const twice = new URLSearchParams([
      ['payload', JSON.stringify(pressed)],
      ['payload', JSON.stringify(pressed)],
    ]);
    expect(readInteraction(Buffer.from(twice.toString()))).toBeNull();
  });

  test('never fails, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((json) => Buffer.from(`payload=${encodeURIComponent(json)}`)),
        ),
        (body) => {
          expect(['other', undefined]).toContain(readInteraction(body)?.kind);
        },
      ),
    );
  });
});

test('a message says what was decided in the place of its buttons, and keeps the others', () => {
  const of = (value: string) => ({ type: 'actions', elements: [{ value }, { value }] });
  const blocks = [{ type: 'section' }, of('a'), null, of('b')];
  const decided = blocksDecided(blocks, { review_id: 'b', decision: 'REVOKE', reason: '<!channel> left' });
  expect(decided.slice(0, 3)).toEqual(blocks.slice(0, 3));
  expect(JSON.stringify(decided[3])).toContain('You revoked the access: &lt;!channel&gt; left');
});
