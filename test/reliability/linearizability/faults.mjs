// What goes wrong during a run. Each fault begins, lasts for a number of milliseconds, and is over when it resolves: then
// everything answers again.
import { setTimeout as pause } from 'node:timers/promises';

/** `milliseconds` is how long the fault lasts, not something that is waited for. */
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
