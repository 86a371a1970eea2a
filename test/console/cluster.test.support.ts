import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FakeKubelet } from '../../src/kube/kubelets/fake-kubelet.test.support.js';
import { makeSelfSigned } from '../../src/server/http/index.js';
import { temporaryDirectory } from '../integration/program.test.support.js';
import { ConsoleServer } from './browser.test.support.js';

/** A server with a node, whose kubelet has the pod `web`. */
export async function startCluster(moreFlags: readonly string[] = []): Promise<ConsoleServer> {
  const directory = temporaryDirectory();
  const kubelet = await FakeKubelet.start();
  onTestFinished(() => kubelet.close());
  const client = makeSelfSigned({ names: ['apiserver'] });
  const files = {
    'certificate-authority': kubelet.certificate,
    'client-certificate': client.certificate,
    'client-key': client.key,
  };
  const flags = Object.entries(files).map(([name, content]) => {
    const file = join(directory, name);
    writeFileSync(file, content);
    return `--kubelet-${name}=${file}`;
  });
  const server = await ConsoleServer.start([...moreFlags, ...flags, '--kubelet-preferred-address-types=InternalIP']);
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
  };
  const containers = [{ name: 'c', image: 'i', stdin: true }];
  await server.apply(
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node' }, status },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers, nodeName: 'node' },
    },
  );
  return server;
}
