import { expect, test } from 'vitest';
import { createTestApp } from '../../test/support/app.ts';

test.each([
  ['what the operator has said', { PUBLIC_URL: 'https://lapse.example.com/' }, 'https://lapse.example.com'],
  ['nothing, where the operator has not said', {}, null],
])('a session tells where the service is reached: %s', async (_, env, public_url) => {
  const world = await createTestApp({ env });
  try {
    expect((await world.call({ url: '/v1/session' })).json()).toMatchObject({ public_url });
  } finally {
    await world.close();
  }
});
