import { chmod, copyFile, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * Copies a tree so that everybody may read it and execute what was executable, whatever umask the original was
 * made under, and has it on the disk before it returns: a program that is half written is worse than none.
 */
export async function copyTree(
  from: string,
  to: string,
  isWanted: (relativePath: string) => boolean,
  below = '',
): Promise<void> {
  await mkdir(path.join(to, below));
  await chmod(path.join(to, below), 0o755);
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const relative = path.join(below, entry.name);
    if (!isWanted(relative)) continue;
    const source = path.join(from, relative);
    const target = path.join(to, relative);
    if (entry.isDirectory()) await copyTree(from, to, isWanted, relative);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyOne(source, target);
  }
}

async function copyOne(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  const handle = await open(target, 'r+');
  try {
    const { mode } = await handle.stat();
    await handle.chmod(mode & 0o100 ? 0o755 : 0o644);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
