// One HTTP exchange and one watch, as used by cases.
import https from 'node:https';

/**
 * Sends one request on a new connection. Options: token (null: none), headers, body (an object is sent as JSON, a
 * string or Buffer unchanged), type (of the body), accept, timeout, raw (no text), cert, key.
 */
export function exchange(server, { method, path, ...options }) {
  const body = encoded(options.body);
  const headers = {
    ...(options.token === null ? {} : { authorization: `Bearer ${options.token ?? server.token}` }),
    ...(options.accept ? { accept: options.accept } : {}),
    ...(body ? { 'content-type': options.type ?? 'application/json', 'content-length': body.length } : {}),
    ...options.headers,
  };
  const { cert, key, timeout = 20_000 } = options;
  return new Promise((resolve, reject) => {
    const request = https.request({ ...target(server), path, method, headers, cert, key, timeout }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const buf = Buffer.concat(chunks);
        const text = options.raw ? undefined : buf.toString();
        resolve({ status: response.statusCode, headers: response.headers, buf, text, json: parsed(buf) });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`timeout ${method} ${path}`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** Opens a watch and collects its events: `until(count or predicate, milliseconds)` waits for them, `close()` ends it. */
export function openWatch(server, path, options = {}) {
  const events = [];
  let status;
  let ended = false;
  let rest = '';
  const headers = {
    authorization: `Bearer ${options.token ?? server.token}`,
    ...(options.accept ? { accept: options.accept } : {}),
    ...options.headers,
  };
  const request = https.request({ ...target(server), path, headers }, (response) => {
    status = response.statusCode;
    response.setEncoding('utf8');
    response.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line.trim()) events.push(parsed(line) ?? { type: 'UNPARSED', l: line });
    });
    response.on('end', () => {
      ended = true;
      const last = parsed(rest);
      if (last) events.push(last);
    });
    response.on('error', () => {
      ended = true;
    });
  });
  request.on('error', () => {
    ended = true;
  });
  request.end();
  return {
    events,
    until: async (what, milliseconds = 5000) => {
      const isDone = typeof what === 'number' ? () => events.length >= what : () => what(events);
      const deadline = Date.now() + milliseconds;
      while (!isDone() && !ended && Date.now() < deadline) await sleep(10);
      return events;
    },
    opened: async () => {
      for (let tries = 0; tries < 500 && status === undefined && !ended; tries++) await sleep(10);
      return status;
    },
    get status() {
      return status;
    },
    get ended() {
      return ended;
    },
    close: () => request.destroy(),
  };
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function target({ url }) {
  return { host: url.hostname, port: url.port, agent: false, rejectUnauthorized: false };
}

function encoded(body) {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
