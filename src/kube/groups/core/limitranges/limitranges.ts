import { randomUUID } from 'node:crypto';
import { type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { type LimitRangeItem, limitsOf, validateLimitRange } from './validation.js';

export const limitRanges = defineResource({
  kind: 'LimitRange',
  plural: 'limitranges',
  shortNames: ['limits'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('v1', 'LimitRange', {
      applyDefaults: (range) => limitsOf(range).forEach(defaultAmounts),
    }),
  },
  strategy: {
    allowCreateOnUpdate: true,
    prepareForCreate: nameItself,
    validate: validateLimitRange,
    validateUpdate: ({ object }) => validateLimitRange(object),
  },
});

/** The only kind whose name is optional. */
function nameItself(range: JsonObject): void {
  const metadata = mutableMetadataOf(range);
  metadata['name'] ||= randomUUID();
}

/** Defaults of containers: limits from `max`, requests from limits, then from `min`. */
function defaultAmounts(item: LimitRangeItem): void {
  if (item.type !== 'Container') return;
  item.default = { ...item.max, ...item.default };
  item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
  if (Object.keys(item.default).length === 0) delete item.default;
  if (Object.keys(item.defaultRequest).length === 0) delete item.defaultRequest;
}
