import { describe, expect, test } from 'vitest';
import { FlowControl } from '../flow-control/index.js';
import { Logger, LogWriter } from '../logging/index.js';
import { SampleServer } from '../sample-server.test.support.js';

const quiet = () => new Logger({ writer: new LogWriter(async () => undefined) });

describe('profiles', () => {
  test('of the processor and of the heap are in the forms of V8', async () => {
    const server = await SampleServer.start({ profiling: true });
    const profile = await server.call('GET', '/debug/pprof/profile?seconds=0.01');
    expect(profile.headers['content-disposition']).toBe('attachment; filename="profile.cpuprofile"');
    expect(Object.keys(profile.json)).toEqual(expect.arrayContaining(['nodes', 'samples', 'timeDeltas']));
    const allocations = await server.call('GET', '/debug/pprof/allocs?seconds=0.01');
    expect(allocations.json).toHaveProperty('head');
    await server.close();
  });

  test('are listed', async () => {
    const server = await SampleServer.start({ profiling: true });
    const { text } = await server.call('GET', '/debug/pprof/');
    for (const name of ['profile', 'heap', 'allocs', 'cmdline']) expect(text).toContain(`<a href="${name}">`);
    expect((await server.call('GET', '/debug/pprof/cmdline')).text).toContain(process.execPath);
    expect((await server.call('GET', '/debug/pprof/constructor')).status).toBe(404);
    await server.close();
  });

  test('are not served unless enabled', async () => {
    const server = await SampleServer.start({ log: quiet() });
    expect((await server.call('GET', '/debug/pprof/')).status).toBe(404);
    expect((await server.call('PUT', '/debug/flags/v', { body: '4' })).status).toBe(404);
    await server.close();
  });
});

test('the verbosity of the log can be changed', async () => {
  const log = quiet();
  const server = await SampleServer.start({ profiling: true, log });
  const { status, text } = await server.call('PUT', '/debug/flags/v', { body: '4' });
  expect([status, text, log.verbosity]).toEqual([200, 'successfully set klog.logging.verbosity to 4', 4]);
  const wrong = await server.call('PUT', '/debug/flags/v', { body: 'much' });
  expect([wrong.status, wrong.text]).toEqual([
    400,
    'failed to set klog.logging.verbosity much: strconv.ParseInt: parsing "much": invalid syntax',
  ]);
  expect((await server.call('GET', '/debug/flags/v')).status).toBe(406);
  await server.close();
});

test('flow control shows what it is doing', async () => {
  const server = await SampleServer.start({ flowControl: new FlowControl() });
  const { text } = await server.call('GET', '/debug/api_priority_and_fairness/dump_requests?includeRequestDetails=1');
  expect(text.split('\n')[1]).toMatch(
    /^global-default, +global-default, +-1, +-1, +system:anonymous, .* get, +\/debug/,
  );
  expect((await server.call('GET', '/debug/api_priority_and_fairness/dump_x')).status).toBe(404);
  await server.close();
});
