import { afterEach, expect, it } from 'vitest';
import { Logger, LogWriter } from '../logging/index.js';
import { runUntilSignal } from './run-until-signal.js';

afterEach(() => {
  process.exitCode = undefined;
});

it('a server that cannot end in order, such as without its etcd, is logged, and the exit code is 1', async () => {
  let text = '';
  const writer = new LogWriter(async (some) => {
    text += some;
  });
  const log = new Logger({ writer, format: 'json' });
  const close = () => Promise.reject(new Error('etcd does not respond'));
  await runUntilSignal({ log, start: async () => ({ close }), until: Promise.resolve() });
  await log.flush();
  expect(process.exitCode).toBe(1);
  expect(JSON.parse(text)).toMatchObject({
    msg: 'The server did not end in order',
    err: expect.stringContaining('etcd'),
  });
});
