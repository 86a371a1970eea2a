// Child processes of ../http.mjs: `server <kind>` and `load <protocol>`. Each answers one message with one message.
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { makeSelfSigned, SecureServer } from '../../../dist/server/http/index.js';

const body = Buffer.alloc(1200, 'x');
const connections = 8;
const inFlightPerConnection = { h2: 8, h1: 1 };
const [role, kind] = process.argv.slice(2);
const roles = { server, load };
await roles[role](kind);

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
        https.createServer(bareTls, (_request, response) => {
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
  process.on('message', ({ get }) => {
    if (get === 'writeToAll') for (const sink of sinks) sink.write(body);
    const { user, system } = process.cpuUsage();
    process.send({ microseconds: user + system });
  });
  process.send({ port });
}

async function listening(server) {
  server.listen(0);
  await once(server, 'listening');
  return server.address().port;
}

async function load(protocol) {
  const get = { h2: http2Client, h1: http1Client }[protocol]();
  let receivedBytes = 0;
  let wanted = { bytes: Number.POSITIVE_INFINITY };
  process.on('message', async ({ run, open, receive }) => {
    if (run) {
      const until = Date.now() + run.milliseconds;
      let requests = 0;
      const worker = async (index) => {
        while (Date.now() < until) {
          await get(run.port, '/api/v1/namespaces/default/pods/web?timeout=32s', index);
          requests++;
        }
      };
      const workers = connections * inFlightPerConnection[protocol];
      await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)));
      process.send({ requests });
    } else if (open) {
      const onData = (chunk) => {
        receivedBytes += chunk.length;
        if (receivedBytes >= wanted.bytes) wanted.done();
      };
      await Promise.all(Array.from({ length: open.streams }, (_, index) => get(open.port, '/watch', index, onData)));
      process.send({});
    } else {
      await new Promise((done) => {
        wanted = { bytes: receive * body.length, done };
        if (receivedBytes >= wanted.bytes) done();
      });
      process.send({});
    }
  });
  process.send({});
}

const requestHeaders = {
  accept: 'application/json, */*',
  'user-agent': 'kubectl/v1.36.0 (linux/amd64) kubernetes/abcdef0',
  authorization: `Bearer ${'t'.repeat(900)}`,
};

function http2Client() {
  const sessions = new Map();
  return (port, path, index, onData) => {
    const key = `${port}/${index % connections}`;
    let session = sessions.get(key);
    if (session === undefined) {
      session = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
      session.on('error', () => {});
      sessions.set(key, session);
    }
    return new Promise((resolve) => {
      const stream = session.request({ ':path': path, ...requestHeaders });
      stream.on('error', () => {});
      if (onData) stream.on('response', resolve);
      stream.on('data', onData ?? (() => {}));
      stream.on('close', resolve);
    });
  };
}

function http1Client() {
  const agents = new Map();
  return (port, path, index, onData) => {
    const key = onData ? 'open' : `${port}/${index}`;
    if (!agents.has(key)) {
      agents.set(key, new https.Agent({ keepAlive: true, maxSockets: onData ? Number.POSITIVE_INFINITY : 1 }));
    }
    return new Promise((resolve) => {
      const options = { port, path, agent: agents.get(key), rejectUnauthorized: false, headers: requestHeaders };
      const request = https.get(options, (response) => {
        if (onData) resolve();
        response.on('data', onData ?? (() => {}));
        response.on('end', resolve);
      });
      request.on('error', () => {});
    });
  };
}
