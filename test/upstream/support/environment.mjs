// What the suites of Kubernetes need from outside: its tree, Go, etcd, and the two servers that are compared.
//   KUBERNETES_TREE          a Kubernetes v1.36 tree with its vendor folder
//   GO                       the go program that builds it
//   ETCD                     etcd 3.5 or later; `etcd` of the PATH if unset
//   KUBE_BINARIES            a folder with kube-apiserver, kube-controller-manager and kube-scheduler of that tree
//   UPSTREAM_WORK            where test binaries and logs are kept between runs; a folder of the temporary one if unset
//   TRESTLE                  the folder with trestle's lib/; this repository if unset
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const resultsFolder = join(repository, 'test/upstream/results');

export function environment() {
  const { KUBERNETES_TREE: tree, GO: go, KUBE_BINARIES: binaries } = process.env;
  for (const [name, value] of Object.entries({ KUBERNETES_TREE: tree, GO: go, KUBE_BINARIES: binaries })) {
    if (!value) throw new Error(`${name} is not set: see test/upstream/README.md`);
  }
  const work = process.env.UPSTREAM_WORK ?? join(tmpdir(), 'trestle-upstream');
  mkdirSync(work, { recursive: true });
  const trestle = process.env.TRESTLE ?? repository;
  return { tree, go, binaries, work, trestle, etcd: process.env.ETCD ?? 'etcd' };
}

/** The commands of a server by the name that --server takes. */
export function serverCommand(name, { binaries, trestle }) {
  const commands = {
    trestle: [process.execPath, join(trestle, 'lib/app/kube-apiserver.js')],
    'kube-apiserver': [join(binaries, 'kube-apiserver')],
  };
  const command = commands[name];
  if (!command) throw new Error(`--server: one of ${Object.keys(commands).join(', ')}`);
  return command;
}

/** The variables of Go for a build that reads nothing but the tree and its vendor folder. */
export function goVariables({ go }) {
  const folder = dirname(go);
  return {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    GOFLAGS: '-mod=vendor',
    GOTOOLCHAIN: 'local',
    GOPROXY: 'off',
    CGO_ENABLED: '0',
  };
}
