import { createServer } from 'node:net';

/** Ports that are free now, chosen by the system; all are held until the last is known, so that they differ. */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listening()));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

function listening() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
