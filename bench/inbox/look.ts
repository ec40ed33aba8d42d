import type { Page } from 'playwright-core';

const SLOWER = 4;
const NEXT = 30;

/** How long the inbox computes when it is opened, and how long it takes from `j` to the evidence of the next review. */
export async function looksAt(
  page: Page,
  url: string,
): Promise<{ script_ms: number; next_ms: number[]; kb: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Escalate' }).waitFor();
  await page.waitForTimeout(2_000);
  const { metrics } = await session.send('Performance.getMetrics');
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  const kb = Math.round(bytes / 1_000);
  const next_ms: number[] = [];
  for (let i = 0; i < NEXT; i++) {
    next_ms.push(Math.round((await page.evaluate(PRESS_NEXT)) as number));
    await page.waitForTimeout(300);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { script_ms: Math.round(script * 1_000), next_ms, kb };
}

/** Run in the page: from the key to the frame after the other review's names stand over the evidence. */
const PRESS_NEXT = `(async () => {
  const head = () => document.querySelector('section[aria-label="Evidence"] h2')?.textContent;
  const before = head();
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  while (head() === before) await new Promise(requestAnimationFrame);
  return performance.now() - began;
})()`;
