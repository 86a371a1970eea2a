// A full disk: writes are refused, nothing acknowledged is lost, and writes succeed again once there is space.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configMaps, createNamespace, isSealed, listAll, sealed } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';

const namespace = 'full';
const megabytes = 24;

export const fullDisk = {
  name: 'a full disk',
  notFor: { 'kube-apiserver': 'it has no store of its own' },
  async run(context) {
    const directory = context.environment.directory();
    const reason = mountSmallDisk(context.environment, join(directory, 'data'));
    if (reason) return context.skip('a full disk', reason);
    const server = await context.environment.server({ directory });
    const client = server.client();
    await createNamespace(client, namespace);
    const { written, refused } = await writeUntilRefused(client, context.random);
    context.figure('answer to a write when the disk is full', {
      value: `${refused.status} after ${count(written.size)} objects`,
      holds: refused.status >= 500 && refused.document?.kind === 'Status',
    });
    await compare(context, 'while it is full', { client, written });
    execFileSync('mount', ['-o', `remount,size=${megabytes * 4}m`, join(directory, 'data')]);
    const again = await client.post(configMaps(namespace), sealed('afterwards', 'there is room'));
    context.figure('a write when there is room again, without a restart', {
      value: String(again.status),
      holds: again.status === 201,
    });
    await server.restart('SIGKILL');
    await compare(context, 'after kill -9', { client: server.client(), written });
  },
};

/** Returns why it is not possible; undefined: it is mounted. */
function mountSmallDisk(environment, path) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'only root on Linux can mount a small disk';
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    return `no small disk could be mounted: ${String(error.stderr).trim()}`;
  }
  environment.onDirectoriesFree(() => execFileSync('umount', [path]));
  return undefined;
}

async function writeUntilRefused(client, random) {
  const written = new Map();
  for (let number = 0; ; number++) {
    const object = sealed(`object-${number}`, random.text(200_000));
    const answer = await client.post(configMaps(namespace), object);
    if (answer.status !== 201) return { written, refused: answer };
    written.set(object.metadata.name, object.data.sum);
    if (number * 200_000 > megabytes * 2 ** 20 * 2) throw new Error('the disk should be full by now');
  }
}

async function compare(context, when, { client, written }) {
  const { items } = await listAll(client, configMaps(namespace), { limit: 20 });
  const whole = new Map(items.filter(isSealed).map(({ metadata, data }) => [metadata.name, data.sum]));
  const lost = [...written].filter(([name, sum]) => whole.get(name) !== sum).length;
  context.figure(`acknowledged writes lost ${when}`, { value: of(lost, written.size), holds: lost === 0 });
}
