import process from 'node:process';

const WIDTH = Math.min(process.stdout.columns ?? 100, 100);

export const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
export const line = (text) => console.log(text);
export const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

let steps = 0;

export function step(title) {
  steps += 1;
  line(`\n${bold(`${steps}. ${title}`)}`);
}

/** A paragraph under its step, broken between words. */
export function say(text) {
  let row = '  ';
  for (const word of text.split(' ')) {
    if (row.length + word.length + 1 > WIDTH && row.trim() !== '') {
      line(row);
      row = '    ';
    }
    row += ` ${word}`;
  }
  line(row);
}

/** What a step claims must be so, or the demo ends here. */
export function claim(isSo, text) {
  if (!isSo) throw new Error(`This step is not what it should be: ${text}`);
}
