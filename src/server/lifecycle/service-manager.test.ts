import { expect, it } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { systemdNotifier } from './service-manager.js';

const socket = { NOTIFY_SOCKET: '/run/systemd/notify' };

function notified(environment: Record<string, string>) {
  const sent: string[] = [];
  const clock = new ManualClock();
  const run = async (program: string, options: readonly string[]) => void sent.push([program, ...options].join(' '));
  return { sent, clock, notify: systemdNotifier({ environment, run, clock }) };
}

it('systemd is notified through its program, and only if it started the server', async () => {
  const without = notified({});
  await without.notify('READY=1');
  expect(without.sent).toEqual([]);
  const { sent, notify } = notified(socket);
  await notify('READY=1');
  await notify('STOPPING=1');
  expect(sent).toEqual(['READY=1', 'STOPPING=1'].map((state) => `systemd-notify --pid=${process.pid} ${state}`));
});

it('a watchdog hears of the server twice in its time, until the server stops', async () => {
  const { sent, clock, notify } = notified({ ...socket, WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.pid) });
  const beats = () => sent.filter((line) => line === 'systemd-notify WATCHDOG=1').length;
  await notify('READY=1');
  await clock.advance(60_000);
  expect(beats()).toBe(5);
  await notify('STOPPING=1');
  await clock.advance(60_000);
  expect(beats()).toBe(5);
});

it.each([
  ['has no time', { ...socket, WATCHDOG_USEC: '' }],
  ['watches another process', { ...socket, WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1' }],
])('a watchdog that %s hears nothing', async (_, environment) => {
  const { sent, clock, notify } = notified(environment);
  await notify('READY=1');
  await clock.advance(60_000);
  expect(sent).toHaveLength(1);
});
