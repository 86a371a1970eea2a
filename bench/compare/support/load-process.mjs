// The load generator of ../kube-apiserver.mjs, a process of its own. Each message is one piece of work; the response is
// what was measured: `{ requests, seconds, bytes }`, or `{ milliseconds: [...] }` of events.
import http2 from 'node:http2';
import https from 'node:https';

const connections = 8;
const agents = new Map();
const sessions = new Map();

process.on('message', async (work) => {
  const [[name, options]] = Object.entries(work);
  try {
    process.send(await { run, watch, received, lags }[name](options));
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.send({});

/** `count` requests, or as many as fit into `milliseconds`, with `inFlight` at a time. `{n}` in path and body is a number. */
async function run({
  count = Number.POSITIVE_INFINITY,
  milliseconds = Number.POSITIVE_INFINITY,
  inFlight,
  ...request
}) {
  const begin = performance.now();
  const sum = { requests: 0, bytes: 0 };
  let next = 0;
  const worker = async (index) => {
    while (next < count && performance.now() - begin < milliseconds) {
      sum.bytes += await send(numbered(request, next++), index);
      sum.requests++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)));
  return { ...sum, seconds: (performance.now() - begin) / 1000 };
}

function numbered({ path, body, ...request }, number) {
  const fill = (text) => text?.replaceAll('{n}', String(number));
  return { ...request, path: fill(path), body: fill(body) };
}

/** Resolves with the length of the response. */
function send({ protocol = 'h1', ...request }, index) {
  return protocol === 'h2' ? sendHttp2(request, index) : sendHttp1(request, index);
}

function headersOf({ token, contentType, body }) {
  return {
    accept: 'application/json, */*',
    'user-agent': 'kubectl/v1.36.0 (linux/amd64) kubernetes/abcdef0',
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': contentType ?? 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
}

function sendHttp1({ port, method = 'GET', path, ...request }, index) {
  const key = JSON.stringify([port, index]);
  if (!agents.has(key)) agents.set(key, new https.Agent({ keepAlive: true, maxSockets: 1 }));
  const options = { port, path, method, agent: agents.get(key), rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = https.request({ ...options, headers: headersOf(request) }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => settle({ status: response.statusCode, bytes, method, path }, resolve, reject));
    });
    sent.on('error', reject);
    sent.end(request.body);
  });
}

function sendHttp2({ port, method = 'GET', path, ...request }, index) {
  return new Promise((resolve, reject) => {
    const stream = sessionOf(port, index).request({ ':method': method, ':path': path, ...headersOf(request) });
    let [status, bytes] = [0, 0];
    stream.on('response', (headers) => {
      status = headers[':status'];
    });
    stream.on('data', (chunk) => {
      bytes += chunk.length;
    });
    stream.on('error', reject);
    stream.on('end', () => settle({ status, bytes, method, path }, resolve, reject));
    stream.end(request.body);
  });
}

function sessionOf(port, index) {
  const key = JSON.stringify([port, index % connections]);
  if (!sessions.has(key)) {
    const settings = { initialWindowSize: 4 << 20 };
    const session = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false, settings });
    session.once('connect', () => session.setLocalWindowSize(32 << 20));
    sessions.set(key, session);
  }
  return sessions.get(key);
}

function settle({ status, bytes, method, path }, resolve, reject) {
  if (status < 300) resolve(bytes);
  else reject(new Error(`${method} ${path}: ${status}`));
}

let lines = 0;
/** When lines arrived, for `lags`. */
let arrived;

/** Opens watches, each on a connection of its own; resolves when all have begun. */
async function watch({ port, path, token, streams }) {
  const agent = new https.Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open = () =>
    new Promise((resolve, reject) => {
      const options = { port, path, agent, rejectUnauthorized: false, headers: headersOf({ token }) };
      https
        .get(options, (response) => {
          response.on('data', countLines);
          resolve();
        })
        .on('error', reject);
    });
  await Promise.all(Array.from({ length: streams }, open));
  return {};
}

function countLines(chunk) {
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  if (arrived) arrived(chunk);
}

/** How many events have arrived since the last call. */
async function received() {
  const count = lines;
  lines = 0;
  return { lines: count };
}

/** Patches objects, `writers` at a time, and returns when each event arrived after the response to its write. */
async function lags({ port, token, path, writers, count }) {
  const [answered, seen, milliseconds] = [new Map(), new Map(), []];
  const both = (mark) => {
    if (!answered.has(mark) || !seen.has(mark)) return;
    milliseconds.push(seen.get(mark) - answered.get(mark));
    if (milliseconds.length === count) finished();
  };
  let finished;
  const done = new Promise((resolve) => {
    finished = resolve;
  });
  let text = '';
  arrived = (chunk) => {
    const now = performance.now();
    text += chunk;
    const end = text.lastIndexOf('\n') + 1;
    const events = text.slice(0, end);
    text = text.slice(end);
    for (const [, mark] of events.matchAll(/"mark":"(m-\d+)"/g)) {
      if (seen.has(mark)) continue;
      seen.set(mark, now);
      both(mark);
    }
  };
  let next = 0;
  const writer = async (index) => {
    while (next < count) {
      const mark = `m-${next++}`;
      const body = JSON.stringify({ data: { mark } });
      const target = path.replace('{n}', String(index));
      const contentType = 'application/merge-patch+json';
      await send({ port, token, method: 'PATCH', path: target, body, contentType }, index);
      answered.set(mark, performance.now());
      both(mark);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)));
  await done;
  arrived = undefined;
  return { milliseconds };
}
