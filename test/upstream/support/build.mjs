// Builds programs and tests of the Kubernetes tree, once: what is in the work folder already is not built again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goVariables } from './environment.mjs';

const version = 'v1.36.4';
const linkerFlags = [
  '-s -w',
  `-X k8s.io/component-base/version.gitVersion=${version}`,
  '-X k8s.io/component-base/version.gitMajor=1',
  '-X k8s.io/component-base/version.gitMinor=36',
  '-X k8s.io/component-base/version.gitTreeState=clean',
  `-X k8s.io/client-go/pkg/version.gitVersion=${version}`,
].join(' ');

export function buildProgram(environment, name) {
  return build(environment, { output: name, command: ['build'], from: `./cmd/${name}` });
}

/** The test binary of a package, such as ./test/e2e; an overlay replaces some of its sources. */
export function buildTest(environment, from, { overlay, folder = 'tests' } = {}) {
  const output = join(folder, `${from.replace(/^\.\//, '').replaceAll('/', '_')}.test`);
  return build(environment, {
    output,
    command: ['test', '-c', '-vet=off', ...(overlay ? ['-overlay', overlay] : [])],
    from,
  });
}

function build(environment, { output, command, from }) {
  const file = join(environment.work, output);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const flags = ['-p', '2', '-ldflags', linkerFlags, '-o', file];
  execFileSync('nice', ['-n', '10', environment.go, ...command, ...flags, from], {
    cwd: environment.tree,
    env: goVariables(environment),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return existsSync(file) ? file : undefined;
}
