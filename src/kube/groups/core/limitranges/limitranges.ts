// Follows pkg/registry/core/limitrange/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)

import { randomUUID } from 'node:crypto';
import type { LimitRange, LimitRangeItem } from '../../../../api/core/v1.js';
import { isEmptyObject } from '../../../../apimachinery/meta/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateLimitRange } from './validation.js';

export const limitRanges = builtInResource<LimitRange>('v1', 'LimitRange', {
  plural: 'limitranges',
  shortNames: ['limits'],
  scope: 'Namespaced',
  applyDefaults: ({ spec }) => spec.limits?.forEach(defaultAmounts),
  strategy: {
    allowCreateOnUpdate: true,
    // The only kind whose name is optional.
    prepareForCreate: ({ metadata }) => {
      metadata.name ||= randomUUID();
    },
    validate: validateLimitRange,
    validateUpdate: ({ object }, context) => validateLimitRange(object, context),
  },
});

/** Defaults of containers: limits from `max`, requests from limits, then from `min`. */
function defaultAmounts(item: LimitRangeItem): void {
  if (item.type !== 'Container') return;
  item.default = { ...item.max, ...item.default };
  item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
  if (isEmptyObject(item.default)) delete item.default;
  if (isEmptyObject(item.defaultRequest)) delete item.defaultRequest;
}
