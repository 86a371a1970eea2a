import { describe, expect, test } from 'vitest';
import { FlowControl } from '../flow-control/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { Logger, LogWriter } from './index.js';
import type { LoggerOptions } from './logger.js';

class Paper {
  text = '';
  readonly writer = new LogWriter(async (text) => {
    this.text += text;
  });

  logger(options: LoggerOptions = {}): Logger {
    return new Logger({ now: () => new Date(2026, 10, 15, 9, 8, 7, 65), ...options, writer: this.writer });
  }
}

describe('a line', () => {
  test('of text is as klog writes it', async () => {
    const paper = new Paper();
    const log = paper.logger();
    log.info('HTTP', { verb: 'GET', resp: 200, userAgent: 'a "b"', none: undefined });
    log.warning('careful');
    await log.flush();
    const pid = String(process.pid).padStart(7);
    expect(paper.text).toBe(
      `I1115 09:08:07.065000 ${pid} apiserver] "HTTP" verb="GET" resp=200 userAgent="a \\"b\\""\n` +
        `W1115 09:08:07.065000 ${pid} apiserver] "careful"\n`,
    );
  });

  test('of JSON says what kind it is', async () => {
    const paper = new Paper();
    const log = paper.logger({ format: 'json', verbosity: 4, now: () => new Date(1500) });
    log.info('a', { key: 'value' }, { verbosity: 4 });
    log.error(new Error('broken'), 'b');
    await log.flush();
    const [info, error] = paper.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(info).toEqual({ ts: 1500, msg: 'a', v: 4, key: 'value' });
    expect(error).toMatchObject({ ts: 1500, msg: 'b', err: 'broken' });
    expect(error.stacktrace).toContain('logger.test');
  });

  test('is only written where so much is wanted', async () => {
    const paper = new Paper();
    const log = paper.logger();
    log.info('much', {}, { verbosity: 2 });
    log.verbosity = 2;
    log.info('more', {}, { verbosity: 2 });
    await log.flush();
    expect(paper.text).toContain('more');
    expect(paper.text).not.toContain('much');
  });
});

test('an output that takes nothing loses lines, and says how many', async () => {
  let text = '';
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const writer = new LogWriter(async (some) => {
    await gate;
    text += some;
  });
  const line = `${'x'.repeat(1024 * 1024)}\n`;
  for (let index = 0; index < 20; index++) writer.write(line);
  open();
  await writer.flush();
  expect(text.slice(-40)).toBe(`${'x'.repeat(17)}\n12 lines were dropped\n`);
});

test('requests are logged with their trace and what became of them, failures included', async () => {
  const paper = new Paper();
  const log = paper.logger({ format: 'json', verbosity: 3 });
  const server = await SampleServer.start({ log, flowControl: new FlowControl() });
  const headers = {
    'user-agent': 'me',
    'audit-id': 'id-1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
  await server.call('GET', '/apis/wardle.example.com/v1/fischers?limit=5', { headers });
  await server.call('GET', '/apis/wardle.example.com/v1/fischers/none');
  log.verbosity = 2;
  await server.call('GET', '/apis/wardle.example.com/v1/fischers');
  await log.flush();
  const lines = paper.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({
    msg: 'HTTP',
    verb: 'LIST',
    URI: '/apis/wardle.example.com/v1/fischers?limit=5',
    userAgent: 'me',
    'audit-ID': 'id-1',
    srcIP: '127.0.0.1',
    traceID: '0af7651916cd43dd8448eb211c80319c',
    apf_pl: 'global-default',
    apf_fs: 'global-default',
    apf_iseats: 1,
    resp: 200,
  });
  expect(lines[0].latency).toMatch(/^[\d.]+(µs|ms)$/);
  expect(lines[1]).toMatchObject({ verb: 'GET', resp: 404 });
  await server.close();
});
