// Finds what the tests need beyond npm packages, installs what it can, and reports which tests will be skipped.
import { execFileSync, spawnSync } from 'node:child_process';
import { fetchGolden } from './fetch-golden.mjs';

const needs = [{ command: 'etcd', debianPackage: 'etcd-server', leftOut: 'the etcd engine' }];

const missing = needs
  .filter((need) => !isOnPath(need.command) && !install(need))
  .map((need) => `${need.command} is not on PATH: tests of ${need.leftOut} are left out`);
try {
  fetchGolden();
} catch (error) {
  missing.push(`Kubernetes' golden objects cannot be had: tests that read them are left out (${error.message})`);
}
for (const what of missing) console.warn(`tests: ${what}`);
// Missing programs can only be installed with apt.
if (process.env.CI && process.platform === 'linux' && missing.length > 0) {
  console.error('tests: nothing may be left out in CI');
  process.exit(1);
}

function isOnPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

function install({ command, debianPackage }) {
  if (!debianPackage || process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  console.log(`tests: installing ${debianPackage}`);
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], { stdio: 'ignore' });
  } catch {
    return false;
  }
  return isOnPath(command);
}
