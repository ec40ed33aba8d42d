import process from 'node:process';

const CHECK_EVERY_MS = 250;

/**
 * npm runs a script through a shell that does not pass signals on: `kill` on `npm start` ends npm and the shell, and
 * nobody would be left to tell us. Outside of npm nothing is assumed: a daemon's parent may well go away.
 */
export function onParentDeath(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, CHECK_EVERY_MS);
  timer.unref();
}
