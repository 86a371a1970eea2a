import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { objectIn, sizeOf, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { keyPairProblem } from './key-pair.js';
import { validateSecret, validateSecretUpdate } from './validation.js';

export const secrets = defineResource({
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('v1', 'Secret', {
      columns: [
        nameColumn,
        textColumn('Type', ({ type }) => textIn(type)),
        textColumn('Data', ({ data }) => sizeOf(data)),
        ageColumn,
      ],
      applyDefaults(secret) {
        secret['type'] ||= 'Opaque';
        encodeTexts(secret);
      },
    }),
  },
  strategy: {
    validate: validateSecret,
    validateUpdate: validateSecretUpdate,
    warningsOnCreate: keyWarnings,
    warningsOnUpdate: ({ object }) => keyWarnings(object),
  },
  selectableFields: ['type'],
});

function keyWarnings({ type, data }: JsonObject): string[] {
  if (type !== 'kubernetes.io/tls') return [];
  const textOf = (key: string): string => Buffer.from(textIn(objectIn(data)[key]), 'base64').toString();
  return [keyPairProblem(textOf('tls.crt'), textOf('tls.key')) ?? []].flat();
}

/** Merges `stringData` into `data`, where it takes precedence. */
function encodeTexts(secret: JsonObject): void {
  const { stringData } = secret;
  delete secret['stringData'];
  if (sizeOf(stringData) === 0) return;
  const encoded = Object.entries(objectIn(stringData)).map(([key, text]) => [
    key,
    Buffer.from(textIn(text)).toString('base64'),
  ]);
  secret['data'] = { ...objectIn(secret['data']), ...Object.fromEntries(encoded) };
}
