// Child processes of ../http.mjs: `server <kind>` and `load <protocol>`. Each responds to one message with one message.
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { makeSelfSigned, SecureServer } from '../../../dist/server/http/index.js';

const body = Buffer.alloc(1200, 'x');
/** A watch event as a chunk of HTTP/1.1. */
const event = Buffer.from(`${(1290).toString(16)}\r\n${'x'.repeat(1289)}\n\r\n`);
const connections = 8;
const inFlightPerConnection = { h2: 8, h1: 1 };

async function server(kind) {
  const { certificate, key } = makeSelfSigned({ names: ['localhost'] });
  // The cipher that SecureServer prefers, so that both encrypt the same way.
  const bareTls = { cert: certificate, key, ciphers: 'TLS_AES_128_GCM_SHA256', minVersion: 'TLSv1.3' };
  const sinks = new Set();
  const start = {
    'bare-h2': () => {
      const server = http2.createSecureServer(bareTls);
      server.on('stream', (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': body.length });
        stream.end(body);
      });
      return listening(server);
    },
    'bare-h1': () =>
      listening(
        https.createServer(bareTls, (request, response) => {
          if (request.url === '/watch') {
            response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
            return sinks.add(response.socket);
          }
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
          response.end(body);
        }),
      ),
    'secure-server': async () => {
      const tls = { certificate: { certificate: { pem: certificate }, key: { pem: key } } };
      const headers = { 'content-type': 'application/json' };
      const hold = async (sink) => {
        sinks.add(sink);
        await once(sink.closed, 'abort');
        sinks.delete(sink);
      };
      const handler = async (request) => ({ status: 200, headers, body: request.path === '/watch' ? hold : body });
      return (await SecureServer.start({ handler, port: 0, tls })).port;
    },
  };
  const port = await start[kind]();
  const bytes = kind === 'bare-h1' ? event : body;
  process.on('message', ({ get }) => {
    if (get === 'writeToAll') writeToSome(sinks.values(), bytes);
    const { user, system } = process.cpuUsage();
    process.send({ microseconds: user + system });
  });
  process.send({ port });
}

/** Eight per event loop iteration: the work that a write leaves behind runs while its socket is in the CPU cache. */
function writeToSome(sinks, bytes) {
  for (let left = 8; left > 0; left--) {
    const { done, value: sink } = sinks.next();
    if (done) return;
    sink.write(bytes);
  }
  setImmediate(writeToSome, sinks, bytes);
}

async function listening(server) {
  server.listen(0);
  await once(server, 'listening');
  return server.address().port;
}

async function load(protocol) {
  const get = { h2: http2Client, h1: http1Client }[protocol]();
  const received = new Received();
  process.on('message', async ({ run, open, receiveMore }) => {
    if (run) process.send(await requestsUntil(get, run, connections * inFlightPerConnection[protocol]));
    if (open) {
      const { port, path, streams } = open;
      const opened = Array.from({ length: streams }, (_, index) => get({ port, path, index }, received.onData));
      await Promise.all(opened);
      // Ignore what arrived before.
      if (path !== '/watch') await received.more({ lines: streams });
      process.send({});
    }
    if (receiveMore) {
      await received.more(receiveMore);
      process.send({});
    }
  });
  process.send({});
}

/** As many as possible within the time. */
async function requestsUntil(get, { port, path, milliseconds, workers }, usualWorkers) {
  const until = Date.now() + milliseconds;
  const sum = { requests: 0, bytes: 0 };
  const worker = async (index) => {
    while (Date.now() < until) {
      await get({ port, path, index }, (chunk) => {
        sum.bytes += chunk.length;
      });
      sum.requests++;
    }
  };
  await Promise.all(Array.from({ length: workers ?? usualWorkers }, (_, index) => worker(index)));
  return sum;
}

/** Counts the data of open streams. */
class Received {
  #counts = { bytes: 0, lines: 0 };
  #wanted;

  onData = (chunk) => {
    this.#counts.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#counts.lines++;
    this.#check();
  };

  /** Resolves when this many more have arrived since the last call. */
  more(amounts) {
    const [[unit, amount]] = Object.entries(amounts);
    return new Promise((done) => {
      this.#wanted = { unit, amount, done };
      this.#check();
    });
  }

  #check() {
    if (!this.#wanted) return;
    const { unit, amount, done } = this.#wanted;
    if (this.#counts[unit] < amount) return;
    this.#counts[unit] -= amount;
    this.#wanted = undefined;
    done();
  }
}

const requestHeaders = {
  accept: 'application/json, */*',
  'user-agent': 'kubectl/v1.36.0 (linux/amd64) kubernetes/abcdef0',
  authorization: `Bearer ${'t'.repeat(900)}`,
};

/** A client passes the body's chunks to `onData`; it resolves at the end of a response, or of a watch's headers. */
const isWatch = (path) => path.includes('watch');

function http2Client() {
  const sessions = new Map();
  return ({ port, path, index }, onData) => {
    const key = `${port}/${index % connections}`;
    let session = sessions.get(key);
    if (session === undefined) {
      session = http2.connect(`https://localhost:${port}`, {
        rejectUnauthorized: false,
        settings: { initialWindowSize: 4 << 20 },
      });
      session.on('error', () => {});
      session.once('connect', () => session.setLocalWindowSize(32 << 20));
      sessions.set(key, session);
    }
    return new Promise((resolve) => {
      const stream = session.request({ ':path': path, ...requestHeaders });
      stream.on('error', () => {});
      if (isWatch(path)) stream.on('response', resolve);
      stream.on('data', onData);
      stream.on('close', resolve);
    });
  };
}

function http1Client() {
  const agents = new Map();
  return ({ port, path, index }, onData) => {
    const key = isWatch(path) ? 'open' : `${port}/${index}`;
    if (!agents.has(key)) {
      agents.set(key, new https.Agent({ keepAlive: true, maxSockets: isWatch(path) ? Number.POSITIVE_INFINITY : 1 }));
    }
    return new Promise((resolve) => {
      const options = { port, path, agent: agents.get(key), rejectUnauthorized: false, headers: requestHeaders };
      const request = https.get(options, (response) => {
        if (isWatch(path)) resolve();
        response.on('data', onData);
        response.on('end', resolve);
      });
      request.on('error', () => {});
    });
  };
}

const [role, kind] = process.argv.slice(2);
await { server, load }[role](kind);
