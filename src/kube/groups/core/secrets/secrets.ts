// Follows pkg/registry/core/secret/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Secret } from '../../../../api/core/v1.js';
import { isEmptyObject } from '../../../../apimachinery/meta/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { sizeOf } from '../keyed-data.js';
import { keyPairProblem } from './key-pair.js';
import { validateSecret, validateSecretUpdate } from './validation.js';

export const secrets = builtInResource<Secret>('v1', 'Secret', {
  plural: 'secrets',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Type', 'type'),
    textColumn('Data', ({ data }) => sizeOf(data), { field: 'data' }),
    ageColumn,
  ],
  applyDefaults(secret) {
    secret.type ||= 'Opaque';
    encodeTexts(secret);
  },
  strategy: {
    validate: validateSecret,
    validateUpdate: validateSecretUpdate,
    warningsOnCreate: keyWarnings,
    warningsOnUpdate: ({ object }) => keyWarnings(object),
  },
  selectableFields: ['type'],
});

function keyWarnings({ type, data = {} }: Secret): string[] {
  if (type !== 'kubernetes.io/tls') return [];
  const textOf = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();
  return [keyPairProblem(textOf('tls.crt'), textOf('tls.key')) ?? []].flat();
}

/** Merges `stringData` into `data`, where it takes precedence. */
function encodeTexts(secret: Secret): void {
  const { stringData = {} } = secret;
  delete secret.stringData;
  if (isEmptyObject(stringData)) return;
  const encoded = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  secret.data = { ...secret.data, ...Object.fromEntries(encoded) };
}
