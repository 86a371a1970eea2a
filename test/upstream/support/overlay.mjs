// The overlay for `go test`: upstream's functions that start a server within the test's process get another name, in copies
// that are made in the work folder, and ours of overlay/ take their places.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './environment.mjs';

const staging = 'staging/src/k8s.io';
const replacements = [
  {
    upstream: 'cmd/kube-apiserver/app/testing/testserver.go',
    renamed: 'StartTestServer',
    ours: 'kube_apiserver_testing.go',
  },
  {
    upstream: 'test/integration/framework/test_server.go',
    renamed: 'StartTestServer',
    ours: 'integration_framework.go',
  },
  {
    upstream: `${staging}/apiextensions-apiserver/pkg/cmd/server/testing/testserver.go`,
    renamed: 'StartTestServer',
    ours: 'apiextensions_testing.go',
  },
  { upstream: 'test/integration/etcd/server.go', renamed: 'StartRealAPIServerOrDie', ours: 'integration_etcd.go' },
];

/** Writes the overlay's files and returns the name of the one that describes it. */
export function writeOverlay({ tree, work }) {
  const folder = join(work, 'overlay');
  mkdirSync(folder, { recursive: true });
  const ours = (name) => join(repository, 'test/upstream/overlay', name);
  const replace = {
    [join(tree, staging, 'apiserver/pkg/externalserver/externalserver.go')]: ours('externalserver.go'),
  };
  for (const { upstream, renamed, ours: name } of replacements) {
    const source = readFileSync(join(tree, upstream), 'utf8');
    const copy = join(folder, name.replace('.go', '_renamed.go'));
    const changed = source.replace(`\nfunc ${renamed}(`, `\nfunc inProcess${renamed}(`);
    if (changed === source) throw new Error(`${upstream} has no function ${renamed}`);
    writeFileSync(copy, changed);
    replace[join(tree, upstream)] = copy;
    replace[join(tree, upstream, '..', 'external_server.go')] = ours(name);
  }
  const file = join(folder, 'overlay.json');
  writeFileSync(file, JSON.stringify({ Replace: replace }, undefined, 1));
  return file;
}
