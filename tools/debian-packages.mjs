// Gets Debian packages from apt's mirrors, of a suite that apt need not be configured for. Does not change apt's state.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Downloads the packages into the folder, from any mirror that has the suite, and unpacks them; returns the root. */
export function unpackPackages(packages, { suite, work }) {
  const root = join(work, 'unpacked');
  for (const file of download(packages, { suite, work })) {
    execFileSync('dpkg-deb', ['-x', file, root], { stdio: 'pipe' });
  }
  return root;
}

function download(packages, { suite, work }) {
  const problems = [];
  for (const mirror of mirrorsOfApt()) {
    try {
      return downloadFrom(mirror, packages, { suite, work });
    } catch (error) {
      problems.push(String(error.stderr || error.message).trim());
    }
  }
  throw new Error(`apt cannot get ${packages} of ${suite}: ${problems.join('\n') || 'it has no mirrors'}`);
}

function mirrorsOfApt() {
  const format = '$(REPO_URI)';
  const listed = apt(['indextargets', '--format', format, 'Created-By: Packages', 'Component: main']);
  const mirrors = new Set(listed.split('\n').filter(Boolean));
  // The archive itself first: its security updates do not have this suite.
  return [...mirrors].sort((a, b) => a.length - b.length);
}

function downloadFrom(mirror, packages, { suite, work }) {
  const folders = ['lists/partial', 'cache/archives/partial', 'sourceparts'];
  for (const folder of folders) mkdirSync(join(work, folder), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  writeFileSync(join(work, 'sources.list'), `deb ${mirror} ${suite} main\n`);
  const options = {
    'Dir::Etc::sourcelist': join(work, 'sources.list'),
    'Dir::Etc::sourceparts': join(work, 'sourceparts'),
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  apt([...given, 'update', '-qq'], work);
  apt([...given, 'download', '-qq', ...packages], work);
  return readdirSync(work)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(work, name));
}

function apt(parameters, cwd = process.cwd()) {
  return execFileSync('apt-get', parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
