import type { KubeObject } from '../api/client.ts';
import type { Path } from '../yaml/yaml-lines.ts';

/** Without what changes with every write. */
export function withoutNoise(object: KubeObject): KubeObject {
  const { managedFields: _managed, resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** `spec.template.spec.containers[0].image` */
export function fieldText(path: Path): string {
  return (
    path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .replace(/^\./, '') || 'the object'
  );
}

/** Who has written an object after the first of two versions. */
export function writersSince(before: KubeObject | undefined, after: KubeObject): readonly string[] {
  const known = new Set((before?.metadata.managedFields ?? []).map((entry) => JSON.stringify(entry)));
  const fresh = (after.metadata.managedFields ?? []).filter((entry) => !known.has(JSON.stringify(entry)));
  return [
    ...new Set(
      fresh.map(({ manager = 'unknown', subresource }) => (subresource ? `${manager} (${subresource})` : manager)),
    ),
  ];
}

/** When a version was written, as far as the object knows. */
export function writtenAt(object: KubeObject): string | undefined {
  const times = (object.metadata.managedFields ?? []).flatMap(({ time }) => time ?? []);
  return (
    [...times, object.metadata.deletionTimestamp ?? '', object.metadata.creationTimestamp ?? ''].sort().at(-1) ||
    undefined
  );
}
