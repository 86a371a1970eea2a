#!/usr/bin/env node
// The controller of flunders: `wardle-controller --kubeconfig FILE [--leader-elect=false]`.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { defaultConnection } from 'trestle/client/kubeconfig';
import { LeaderElector, type Lease, leaseResource } from 'trestle/client/leader-election';
import { Http2Transport, RestClient } from 'trestle/client/rest';
import { WardleClient } from '../clientset/clientset.js';
import { WardleInformers } from '../clientset/informers.js';
import { FlunderController } from './flunder-controller.js';

const { values: flags } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    'leader-elect': { type: 'string', default: 'true' },
    'leader-elect-namespace': { type: 'string', default: 'kube-system' },
    /** A leader that is gone is replaced after this many seconds. */
    'leader-elect-lease-duration': { type: 'string', default: '15' },
  },
});

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort());
const onError = (error: unknown): void => console.error(String(error));

const transport = new Http2Transport(await defaultConnection({ file: flags.kubeconfig }));
const client = new RestClient({ transport, userAgent: 'wardle-controller' });
const informers = new WardleInformers({ client, onError });
const controller = new FlunderController({ client: new WardleClient(client), informers, onError });
informers.flunders();
informers.fischers();
informers.start();
await informers.synced();

if (flags['leader-elect'] === 'false') await controller.run(end.signal);
else await lead();
await informers.close();
await transport.close();

/** One of several controllers runs; another one takes over when it is gone. */
async function lead(): Promise<void> {
  const seconds = Number(flags['leader-elect-lease-duration']);
  const elector = new LeaderElector({
    leases: client.resource<Lease>(leaseResource, flags['leader-elect-namespace']),
    name: 'wardle-controller',
    identity: `${hostname()}_${randomUUID()}`,
    lead: (signal) => controller.run(signal),
    leaseDurationMilliseconds: seconds * 1000,
    renewDeadlineMilliseconds: (seconds * 2000) / 3,
    retryMilliseconds: (seconds * 2000) / 15,
    onError,
  });
  while (!end.signal.aborted) await elector.run(end.signal);
}
