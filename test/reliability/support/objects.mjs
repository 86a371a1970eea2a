// Objects with checksums.
import { createHash } from 'node:crypto';
import { expectStatus } from './client.mjs';

export const configMaps = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`;

export async function createNamespace(client, name) {
  expectStatus(await client.post('/api/v1/namespaces', { metadata: { name } }), 201, 409);
}

/** A ConfigMap with a payload and its checksum, which detects partial and mixed writes. */
export function sealed(name, payload, rest = {}) {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...rest },
    data: { payload, sum: sum(name, payload) },
  };
}

export function isSealed({ metadata, data }) {
  return data?.sum === sum(metadata.name, data?.payload ?? '');
}

function sum(name, payload) {
  return createHash('sha256').update(`${name}\n${payload}`).digest('hex');
}

export const revisionOf = ({ metadata }) => Number(metadata.resourceVersion);

/** All of a collection, paginated if `limit` is given: `{ items, revision, pages }`. */
export async function listAll(client, path, { limit, query = '' } = {}) {
  const items = [];
  let [token, pages, revision] = ['', 0, 0];
  do {
    const parts = [query, limit && `limit=${limit}`, token && `continue=${encodeURIComponent(token)}`].filter(Boolean);
    const { document } = expectStatus(await client.get(`${path}?${parts.join('&')}`), 200);
    items.push(...document.items);
    [token, revision] = [document.metadata.continue ?? '', revisionOf(document)];
    pages++;
  } while (token !== '');
  return { items, revision, pages };
}
