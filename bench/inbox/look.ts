import type { Page } from 'playwright-core';

const SLOWER = 4;
const NEXT = 30;
const STILL_MS = 6_000;

/** How long scripts run until the inbox stands still, and from `j` how long until one sees whose review is next, and its evidence. */
export async function looksAt(
  page: Page,
  url: string,
): Promise<{ script_ms: number; next_ms: number[]; evidence_ms: number[]; kb: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url);
  // Nobody asks the page meanwhile: what looks for a button would be counted as its scripts.
  await page.waitForTimeout(STILL_MS);
  const { metrics } = await session.send('Performance.getMetrics');
  await page.getByRole('button', { name: 'Escalate' }).waitFor();
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  const kb = Math.round(bytes / 1_000);
  const next_ms: number[] = [];
  const evidence_ms: number[] = [];
  for (let i = 0; i < NEXT; i++) {
    const [names, evidence] = (await page.evaluate(PRESS_NEXT)) as [number, number];
    next_ms.push(Math.round(names));
    evidence_ms.push(Math.round(evidence));
    await page.waitForTimeout(300);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { script_ms: Math.round(script * 1_000), next_ms, evidence_ms, kb };
}

/** Run in the page: from the key to the frame with the names of the other review, and to the one with its evidence below them. */
const PRESS_NEXT = `(async () => {
  const head = () => document.querySelector('section[aria-label="Evidence"] h2')?.textContent;
  const isBehind = () => document.querySelector('section[aria-label="Evidence"] [data-behind="true"]') !== null;
  const before = head();
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  while (head() === before) await new Promise(requestAnimationFrame);
  const names = performance.now() - began;
  while (isBehind()) await new Promise(requestAnimationFrame);
  return [names, performance.now() - began];
})()`;
