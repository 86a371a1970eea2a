// Follows pkg/controller/certificates/cleaner/cleaner.go (v1.36)
import { X509Certificate } from 'node:crypto';
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { keyedController } from '../keyed-controller.js';
import { certificateSigningRequests } from '../resources.js';

const hour = 60 * 60 * 1000;
const pendingHours = 24;

/** Deletes requests that have been decided or forgotten. Each one is examined once an hour. */
export const certificateCleanerController = keyedController({
  name: 'certificatesigningrequest-cleaner-controller',
  workers: 1,
  async watch({ informers }, enqueue) {
    const informer = informers.informer<CertificateSigningRequest>(certificateSigningRequests);
    informer.addHandler({ added: ({ metadata }) => enqueue(metadata.name ?? '') });
    informer.start();
    await informer.synced();
  },
  async reconcile(name, { client, informers, clock, signal }) {
    const known = informers.informer<CertificateSigningRequest>(certificateSigningRequests).lister.get(name);
    if (!known) return undefined;
    if (!isOver(known, clock.now())) return { requeueAfterMilliseconds: hour };
    await client
      .resource<CertificateSigningRequest>(certificateSigningRequests)
      .delete(name, { signal })
      .catch(ignoreNotFound);
    return undefined;
  },
});

/** Whether the request is no longer needed. */
export function isOver({ metadata, status }: CertificateSigningRequest, now: number): boolean {
  const { conditions = [], certificate } = status ?? {};
  const isOlder = (time: string | null | undefined, hours: number): boolean =>
    Boolean(time) && now - Date.parse(time ?? '') > hours * hour;
  if (conditions.length === 0) return isOlder(metadata.creationTimestamp, pendingHours);
  return conditions.some(({ type, lastUpdateTime }) => {
    if (type === 'Denied' || type === 'Failed') return isOlder(lastUpdateTime, 1);
    if (type !== 'Approved') return false;
    return certificate
      ? isOlder(lastUpdateTime, 1) || isExpired(certificate, now)
      : isOlder(lastUpdateTime, pendingHours);
  });
}

function isExpired(certificate: string, now: number): boolean {
  try {
    return now > Date.parse(new X509Certificate(Buffer.from(certificate, 'base64')).validTo);
  } catch {
    return false;
  }
}
