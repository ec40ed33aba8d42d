import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { expectNoViolations, type OpenBrowser, openBrowser, settled } from './browser.ts';
import { openLapse, type RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openLapse({ env: { DEMO_DATA: 'false' } }), openBrowser()]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
});

test.each(['light', 'dark'] as const)('the API explorer can be used by everybody (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/docs/`, { scheme });
  await settled(page);
  const operation = page.locator('.opblock').first();
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).waitFor();
  await expectNoViolations(page, {
    // Swagger UI puts the link to an operation into the button that opens it; no style takes it out.
    except: ['nested-interactive'],
  });
});

test.each(['light', 'dark'] as const)('the API reference can be used by everybody (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/redoc`, { scheme });
  await settled(page);
  // All of it would take minutes; operations look alike.
  await expectNoViolations(page, {
    within: [
      '.menu-content',
      '[data-section-id^="section/"]',
      '[data-section-id="tag/directory/operation/listGrants"]',
    ],
  });
});
