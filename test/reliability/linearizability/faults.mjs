// The faults of a run. Each one starts, lasts for some milliseconds, and resolves when everything responds again.
import { setTimeout as pause } from 'node:timers/promises';

/** `milliseconds`: how long the fault lasts; not a wait for a condition. */
export const faults = {
  'kill -9': async ({ server }) => {
    await server.restart('SIGKILL');
  },
  SIGTERM: async ({ server }) => {
    await server.restart('SIGTERM');
  },
  SIGSTOP: async ({ server, milliseconds }) => {
    await stopped(server, milliseconds);
  },
  'kill -9 of etcd': async ({ etcd }) => {
    await etcd.kill('SIGKILL');
    await etcd.start();
  },
  'SIGSTOP of etcd': async ({ etcd, milliseconds }) => {
    await stopped(etcd, milliseconds);
  },
  'etcd cut off': async ({ proxy, milliseconds }) => {
    proxy.cut();
    await pause(milliseconds);
    proxy.heal();
  },
  'etcd held': async ({ proxy, milliseconds }) => {
    proxy.hold();
    await pause(milliseconds);
    proxy.heal();
  },
  'answers of etcd lost': async ({ proxy, milliseconds }) => {
    proxy.dropAnswers();
    await pause(milliseconds);
    proxy.heal();
  },
};

async function stopped(process, milliseconds) {
  process.signal('SIGSTOP');
  await pause(milliseconds);
  process.signal('SIGCONT');
}
