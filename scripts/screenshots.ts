/**
 * Draws every page of the dashboard again into docs/screenshots, on the demo organisation:
 *   npm run screenshots
 */
import { mkdir } from 'node:fs/promises';
import { openBrowser, settled } from '../test/browser/browser.ts';
import { openLapse } from '../test/browser/lapse.ts';
import { preparePages } from '../test/browser/pages.ts';

const DARK = new Set(['inbox', 'overview']);

await mkdir('docs/screenshots', { recursive: true });
const [lapse, chromium] = await Promise.all([openLapse(), openBrowser()]);
const { pages, close } = await preparePages(lapse);
try {
  for (const { name, path } of pages) {
    for (const scheme of DARK.has(name) ? (['light', 'dark'] as const) : (['light'] as const)) {
      const page = await chromium.visit(lapse.url + path, { scheme });
      await settled(page);
      await page.screenshot({ path: `docs/screenshots/${name}${scheme === 'dark' ? '-dark' : ''}.png` });
      await page.close();
    }
  }
} finally {
  close();
  await chromium.close();
  await lapse.stop();
}
