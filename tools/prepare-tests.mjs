// Finds what the tests need beyond npm packages, installs what it can, and reports which tests will be skipped.
import { execFileSync, spawnSync } from 'node:child_process';
import { fetchGolden } from './fetch-golden.mjs';

const needs = [
  { isThere: () => isOnPath('etcd'), debianPackage: 'etcd-server', leftOut: 'the etcd engine' },
  {
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath),
    debianPackage: 'chromium',
    leftOut: 'the console',
  },
  {
    isThere: () => ['python3', '/usr/bin/python3'].some((python) => works(python, '-c', 'import kubernetes')),
    debianPackage: 'python3-kubernetes',
    leftOut: 'the example in Python',
  },
  {
    isThere: () => works('java', '--version'),
    debianPackage: 'default-jdk-headless',
    leftOut: 'the example in Java',
  },
];

const missing = needs
  .filter((need) => !need.isThere() && !install(need))
  .map((need) => `${need.debianPackage} is not installed: tests of ${need.leftOut} are left out`);
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
  return works('sh', '-c', `command -v ${command}`);
}

function works(command, ...args) {
  return spawnSync(command, args).status === 0;
}

function install({ isThere, debianPackage }) {
  if (!debianPackage || process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  const options = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    // A machine of CI is thrown away; on another one, other programs may depend on what is installed.
    if (!process.env.CI && changesInstalled(options)) {
      console.warn(`tests: ${debianPackage} is not installed: that would upgrade or remove other packages`);
      return false;
    }
    console.log(`tests: installing ${debianPackage}`);
    execFileSync('apt-get', options, { stdio: 'ignore' });
  } catch {
    return false;
  }
  return isThere();
}

/** Whether apt-get would upgrade (`Inst name [old version] …`) or remove packages. */
function changesInstalled(options) {
  const plan = execFileSync('apt-get', ['--simulate', ...options], { encoding: 'utf8' });
  return /^(?:Inst \S+ \[|Remv )/m.test(plan);
}
