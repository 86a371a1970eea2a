#!/usr/bin/env node
// What envtest starts as etcd, beside a server that stores in memory: it only reports that it is healthy.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  strict: false,
  options: { help: { type: 'boolean', short: 'h' }, 'listen-client-urls': { type: 'string' } },
});

if (values['help'])
  process.stdout.write('Usage:\n  --listen-client-urls URL\n  --listen-peer-urls URL\n  --data-dir DIR\n');
else {
  const { hostname, port } = new URL(String(values['listen-client-urls'] ?? 'http://127.0.0.1:2379').split(',')[0]!);
  const server = createServer((request, response) => {
    const isHealth = request.url === '/health';
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isHealth ? '{"health":"true"}' : '{}');
  });
  server.listen(Number(port), hostname.replace(/^\[|\]$/g, ''));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
}
