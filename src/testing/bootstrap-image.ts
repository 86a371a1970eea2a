import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemClock } from '../apimachinery/clock/index.js';
import { formatTime } from '../apimachinery/meta/index.js';
import { type ImageEntry, StorageImage } from '../storage/embedded/index.js';

/**
 * The objects that a server and its controllers create when it starts on an empty storage, such as the roles of RBAC.
 * The build writes them to a file beside the bundle, so that even the first server of a process does not have to create
 * them. Undefined: there is no such file, because the code was not built.
 */
export function readBootstrapImage({ rootCertificates }: { rootCertificates: string }): StorageImage | undefined {
  const text = readIfThere(new URL('./bootstrap-objects.txt', import.meta.url));
  if (text === undefined) return undefined;
  const published = renewed(text).replaceAll(noCertificates, () => `"ca.crt":${JSON.stringify(rootCertificates)}`);
  return StorageImage.of(parseEntries(published));
}

/** The content of the file: for each object a line with its key, a space, and its JSON. */
export function formatBootstrapImage(image: StorageImage): string {
  const shared = withoutServer(image)
    .entries('')
    .filter(({ key }) => !key.startsWith('/configmaps/') || key.endsWith('/kube-root-ca.crt'));
  const lines = shared.map(({ key, value }) => `${key} ${value.toString()}\n`);
  return lines.join('').replace(certificates, noCertificates);
}

/** Each process has certificates of its own. */
const certificates = /"ca\.crt":"[^"]+"/g;
const noCertificates = '"ca.crt":""';

function parseEntries(text: string): ImageEntry[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return { key: line.slice(0, space), value: Buffer.from(line.slice(space + 1)) };
    });
}

const uids = /"uid":"[0-9a-f-]{36}"/g;
const times = /"(creationTimestamp|time|lastTransitionTime)":"[0-9TZ:-]{20}"/g;

/** The objects as if they were created now. */
export function renewed(text: string): string {
  const now = formatTime(systemClock.now());
  return text
    .replace(uids, () => `"uid":"${randomUUID()}"`)
    .replace(times, (_all, field: string) => `"${field}":"${now}"`);
}

/** Keys of objects that describe one server: its leases and its address. */
export const serverPrefixes: readonly string[] = [
  '/leases/kube-system/apiserver-',
  '/masterleases/',
  '/services/endpoints/default/kubernetes',
  '/endpointslices/default/kubernetes',
];

/** The image of a server without the objects that describe this server. */
export function withoutServer(image: StorageImage): StorageImage {
  return image.with({ removed: serverPrefixes.flatMap((prefix) => image.entries(prefix).map(({ key }) => key)) });
}

function readIfThere(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
