// A self-signed HTTPS server on loopback: as admission webhook, conversion webhook or extension API server.
import https from 'node:https';
import { serverCert } from './tls.mjs';

/** Starts a server; handler({method, path, query, headers, body, json, req, res}) answers an object (→ 200 JSON), {code, body, headers} via send, or writes res itself. Every request is kept in .requests. */
export async function serve(t, handler, { dns = [], port = 0, tls = {} } = {}) {
  const { cert, key, caBundle } = serverCert(dns),
    requests = [],
    sockets = new Set();
  const s = https.createServer({ cert, key, ...tls }, (req, res) => {
    const chunks = [];
    req.on('data', (c) => chunks.push(c));
    req.on('error', () => {});
    req.on('end', async () => {
      const u = new URL(req.url, 'https://x'),
        body = Buffer.concat(chunks);
      let json;
      try {
        json = JSON.parse(body);
      } catch {}
      const x = {
        method: req.method,
        url: req.url,
        path: u.pathname,
        query: u.searchParams,
        headers: req.headers,
        body,
        json,
        req,
        res,
      };
      requests.push(x);
      x.send = (code, o, headers = {}) => {
        if (!res.headersSent) {
          const b = typeof o === 'string' || Buffer.isBuffer(o) ? o : JSON.stringify(o);
          res.writeHead(code, { 'content-type': 'application/json', ...headers });
          res.end(b);
        }
      };
      try {
        const o = await handler(x);
        if (o !== undefined && !res.headersSent) x.send(200, o);
      } catch (e) {
        x.send(500, { error: String(e) });
      }
    });
  });
  s.on('connection', (c) => {
    sockets.add(c);
    c.on('close', () => sockets.delete(c));
    c.on('error', () => {});
  });
  s.on('tlsClientError', () => {});
  await new Promise((ok, bad) => {
    s.on('error', bad);
    s.listen(port, '127.0.0.1', ok);
  });
  let open = true;
  const close = () =>
    new Promise((ok) => {
      if (!open) return ok();
      open = false;
      for (const c of sockets) c.destroy();
      s.close(() => ok());
    });
  t.cleanup(close);
  return { server: s, port: s.address().port, url: `https://127.0.0.1:${s.address().port}`, caBundle, requests, close };
}
/** An AdmissionReview webhook; fn(request, x) answers the response's fields (allowed defaults to true; patch may be a list of JSON patch operations). .reviews keeps what came in. */
export async function admissionWebhook(t, fn = () => ({})) {
  const reviews = [];
  const s = await serve(t, async (x) => {
    const q = x.json?.request;
    reviews.push({ path: x.path, query: x.query, headers: x.headers, review: x.json, request: q });
    const a = await fn(q, x);
    if (a === undefined) return;
    const { patch, ...rest } = a;
    return {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: {
        uid: q.uid,
        allowed: true,
        ...(patch ? { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') } : {}),
        ...rest,
      },
    };
  });
  return { ...s, reviews, clientConfig: (path = '/') => ({ url: s.url + path, caBundle: s.caBundle }) };
}
/** A free loopback port that nothing listens on. */
export async function deadPort(t) {
  const s = await serve(t, () => ({}));
  await s.close();
  return s.port;
}
