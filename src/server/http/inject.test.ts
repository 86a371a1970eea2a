import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type ApiRequest, ClientGoneError } from './api-request.js';
import { type ApiResponse, type ResponseSink, takenOver } from './api-response.js';
import { inject } from './inject.js';
import { bytesOf } from './testing/client.js';

const ok = (body?: ApiResponse['body']): ApiResponse => ({ status: 200, headers: { a: 'b' }, body });

describe('a call within the process', () => {
  it('shows the handler a request like any other', async () => {
    let seen: ApiRequest | undefined;
    const response = await inject(
      async (request) => {
        seen = request;
        return ok(await request.body(100));
      },
      {
        method: 'POST',
        target: '/api?limit=1',
        headers: { accept: 'application/json', 'x-remote-group': ['a, b', 'c'] },
        body: Buffer.from('{}'),
      },
    );
    expect(response).toMatchObject({ status: 200, headers: { a: 'b' } });
    expect((await response.body()).toString()).toBe('{}');
    expect(seen).toMatchObject({ method: 'POST', path: '/api', rawQuery: 'limit=1', remoteAddress: '127.0.0.1' });
    expect(seen?.header('accept')).toBe('application/json');
    expect(seen?.header('x-remote-group')).toBe('a, b, c');
    expect(seen?.headerValues('x-remote-group')).toEqual(['a, b', 'c']);
    expect(seen?.clientCertificate()).toBeUndefined();
    expect((await bytesOf(seen!.bodyStream())).toString()).toBe('{}');
    expect(() => seen?.upgrade()).toThrow('cannot be upgraded');
  });

  it('hands bytes over without copying them', async () => {
    const bytes = Buffer.from('same');
    expect(await (await inject(() => ok(bytes), { target: '/' })).body()).toBe(bytes);
  });

  it.each([
    { name: 'nothing', body: undefined, whole: '' },
    { name: 'chunks', body: [Buffer.from('a'), Buffer.from('b')], whole: 'ab' },
    { name: 'a function', body: async (sink: ResponseSink) => void sink.write(Buffer.from('ab')), whole: 'ab' },
  ])('returns $name whole', async ({ body, whole }) => {
    expect((await (await inject(() => ok(body), { target: '/' })).body()).toString()).toBe(whole);
  });

  it.each([Buffer.from('a'), [Buffer.from('a')]])('returns no body to HEAD', async (body) => {
    const response = await inject(() => ok(body), { method: 'HEAD', target: '/' });
    expect((await response.body()).length).toBe(0);
  });

  it('refuses a body beyond the limit', async () => {
    const handler = async (request: ApiRequest) => ok(await request.body(3));
    await expect(inject(handler, { target: '/', body: Buffer.alloc(4) })).rejects.toMatchObject({ code: 413 });
  });

  it('slows a writer down to its reader', async () => {
    const chunk = Buffer.alloc(1024);
    let written = 0;
    const response = await inject(
      () =>
        ok(async (sink) => {
          for (; written < 1000; written++) if (!sink.write(chunk)) await sink.drained();
        }),
      { target: '/' },
    );
    await new Promise(setImmediate);
    expect(written).toBeLessThan(100);
    expect((await response.body()).length).toBe(1000 * 1024);
  });

  it.each(['leaves the loop', 'aborts its signal'])('ends the stream of a client that %s', async (how) => {
    const client = new AbortController();
    let ended: Promise<unknown> | undefined;
    const body = async (sink: ResponseSink) => {
      sink.write(Buffer.from('event'));
      ended = once(sink.closed, 'abort').then(() => sink.closed.reason);
      await ended;
    };
    const { chunks } = await inject(() => ok(body), { target: '/', signal: client.signal });
    const reading = (async () => {
      for await (const chunk of chunks()) {
        expect(chunk.toString()).toBe('event');
        if (how === 'leaves the loop') break;
        client.abort();
      }
    })();
    await reading.catch((error) => expect(error).toBeInstanceOf(ClientGoneError));
    expect(await ended).toBeInstanceOf(ClientGoneError);
  });

  it('throws what the handler throws, and what the body throws after what it wrote', async () => {
    const failing = async (sink: ResponseSink) => {
      sink.write(Buffer.from('half'));
      throw new Error('broken');
    };
    await expect(inject(() => Promise.reject(new Error('no')), { target: '/' })).rejects.toThrow('no');
    await expect(inject(() => takenOver, { target: '/' })).rejects.toThrow('cannot be upgraded');
    const { chunks } = await inject(() => ok(failing), { target: '/' });
    const received: string[] = [];
    const reading = (async () => {
      for await (const chunk of chunks()) received.push(chunk.toString());
    })();
    await expect(reading).rejects.toThrow('broken');
    expect(received).toEqual(['half']);
  });
});

describe('a path', () => {
  it.each([
    { target: '/a%20b/%E2%82%AC', decoded: '/a b/€' },
    { target: '/plain', decoded: '/plain' },
  ])('$target is $decoded', async ({ target, decoded }) => {
    const response = await inject((request) => ok(Buffer.from(request.decodedPath)), { target });
    expect((await response.body()).toString()).toBe(decoded);
  });

  it.each([
    ['/%ff', '/\ufffd'],
    ['/%c3%bc%ff', '/ü\ufffd'],
  ])('that is not UTF-8 is read as far as it is: %s', async (target, decoded) => {
    const handler = (request: ApiRequest) => ok(Buffer.from(request.decodedPath));
    expect((await (await inject(handler, { target })).body()).toString()).toBe(decoded);
  });
});

describe('a query', () => {
  it.each([
    ['a=1;b=2&c=3', 'c=3'],
    ['a=%zz&b=%41', 'b=A'],
    ['a=%2&b', 'b='],
    ['a=%3B', 'a=%3B'],
  ])('is read without what is malformed: %s', async (query, read) => {
    const handler = (request: ApiRequest) => ok(Buffer.from(String(request.query)));
    expect((await (await inject(handler, { target: `/?${query}` })).body()).toString()).toBe(read);
  });
});
