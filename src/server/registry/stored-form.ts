import { formatGroupVersion, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { Resource } from './resource.js';
import { decodeStored, encodeStored } from './stored-object.js';

/**
 * Stored bytes in the form that the schema of their version gives them today: it may have changed since they were
 * written. They stay in their version.
 */
export function renewStored(resource: Resource, value: Buffer): Buffer {
  const object = decodeStored(value);
  const version = resource.versionOf(object);
  const schema = version === undefined ? undefined : resource.schema(version);
  if (!schema) return value;
  schema.applyDefaults(object);
  schema.prune(object);
  schema.coerceMetadata(object, { root: 'resource', malformed: 'drop' });
  mutableMetadataOf(object)['generation'] ||= 1;
  return encodeStored(object);
}

/**
 * Tells stored bytes that are in the storage version from those that another one was stored in before, without reading
 * more than their beginning: `encodeStored` writes the version first. Bytes that begin otherwise count as others.
 */
export function storageVersionCheck({ group, storageVersion }: Resource): (value: Buffer) => boolean {
  const apiVersion = formatGroupVersion({ group, version: storageVersion });
  const start = Buffer.from(`{"apiVersion":${JSON.stringify(apiVersion)},`);
  return (value) => value.length > start.length && value.compare(start, 0, start.length, 0, start.length) === 0;
}
