import module from 'node:module';
import process from 'node:process';
import { BootstrapError } from './bootstrap-error.mjs';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

/** Oldest Node that runs Lapse, as in package.json's `engines`. */
const NODE_MIN = [20, 19];

/**
 * Installs and builds what is missing or stale. Where everything is fresh nothing is written, so that a read-only
 * checkout works. `development` asks for the tools of tests too.
 */
export async function prepare({ development }) {
  requireNode();
  // Node 22 and newer keep what they compiled, which makes the next start faster.
  module.enableCompileCache?.();
  if (isReady({ development })) return;
  await withLock(async () => {
    // Whoever held the lock before us may have done the work.
    const mustBuild = !isBuilt();
    if (!isInstalled({ development: development || mustBuild })) install();
    if (mustBuild) build();
  });
}

function isReady({ development }) {
  return isBuilt() && isInstalled({ development });
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new BootstrapError(
    `Lapse needs Node ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}.`,
  );
}

export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    const sentence = explain(error);
    if (sentence === null) throw error;
    process.stderr.write(`lapse: ${sentence}\n`);
    process.exitCode = 1;
  }
}

function explain(error) {
  if (error instanceof BootstrapError) return error.message;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(error.code) && error.path) {
    return `The checkout must be prepared once by someone who can write to it ("npm ci && npm run build"): ${error.message}.`;
  }
  return null;
}
