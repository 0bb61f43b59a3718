import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The copy: an overlay of the root file system, whose changes go to memory and end with the mount namespace. Debian's package is removed
 * with everything that only it needed, fonts too; then whatever else a search would find.
 */
const enter = `
set -eu
place=$1; shift
mount -t tmpfs -o size=75% tmpfs "$place"
mkdir "$place/changes" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/changes,workdir=$place/work" "$place/root"
for folder in dev sys; do mount --rbind /$folder "$place/root/$folder"; done
mount -t proc proc "$place/root/proc"
# Empty, whatever others are writing there.
for folder in tmp var/tmp; do mount -t tmpfs tmpfs "$place/root/$folder"; done
chroot "$place/root" /bin/sh -eu -c '
  if command -v dpkg >/dev/null && dpkg -s chromium >/dev/null 2>&1; then
    DEBIAN_FRONTEND=noninteractive apt-get remove -q -y --purge --auto-remove chromium chromium-common >/dev/null
  fi
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    while found=$(command -v "$name"); do rm -f "$found"; done
  done
  rm -rf /root/.cache/ms-playwright /var/lib/rondo /var/lib/apt/lists/*
'
exec chroot "$place/root" "$@"
`;

/**
 * Runs a command as root on a copy of this machine's file system that has no Chromium and nothing that an earlier run left. What the command needs
 * must not be in a folder for temporary files: those are empty.
 * @throws Error where this machine refuses such a copy: only root may make one, on Linux with unshare and overlayfs
 */
export const withoutChromium = async (command: readonly string[]): Promise<void> => {
  const place = await mkdtemp(path.join(tmpdir(), 'rondo-copy-'));
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', '/bin/sh', '-c', enter, 'sh', place, ...command],
    {
      stdio: 'inherit',
      cwd: '/',
      env: { ...process.env, CHROMIUM: '', PLAYWRIGHT_BROWSERS_PATH: '' },
    },
  );
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve('no unshare'));
    child.once('close', resolve);
  });
  await rm(place, { recursive: true, force: true });
  if (code !== 0)
    throw new Error(
      `it failed, or this machine refuses a copy of its file system (root, "unshare --mount" and overlayfs are needed): ${String(code)}`,
    );
};
