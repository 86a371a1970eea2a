import { describe, expect, test } from 'vitest';
import type { ConfigMap } from '../../api/core/v1.js';
import { wantedMap } from './wanted-map.js';

const certificates = 'certificates';

function map(data: Record<string, string>, annotations: Record<string, string> = {}): ConfigMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kube-root-ca.crt', labels: { a: 'b' }, annotations },
    data,
  };
}

const description = { 'kubernetes.io/description': 'some' };

describe('the published certificates', () => {
  test.each<{ name: string; current: ConfigMap | undefined; isWritten: boolean }>([
    { name: 'are created', current: undefined, isWritten: true },
    { name: 'are left alone', current: map({ 'ca.crt': certificates }, description), isWritten: false },
    { name: 'are replaced', current: map({ 'ca.crt': 'former' }, description), isWritten: true },
    { name: 'are alone', current: map({ 'ca.crt': certificates, other: '' }, description), isWritten: true },
    { name: 'are described', current: map({ 'ca.crt': certificates }), isWritten: true },
  ])('$name', ({ current, isWritten }) => {
    const wanted = wantedMap(current, certificates);
    expect(wanted?.data).toEqual(isWritten ? { 'ca.crt': certificates } : undefined);
    if (wanted) expect(wanted.metadata.annotations?.['kubernetes.io/description']).toMatch(/^Contains a CA bundle/);
    if (wanted && current) expect(wanted.metadata.labels).toEqual({ a: 'b' });
  });
});
