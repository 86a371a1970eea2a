import { mutableMetadataOf } from '../apimachinery/meta/index.js';
import type { Strategy } from '../server/registry/index.js';
import { countGeneration, keepField, keepMetadata } from './field-checks.js';

export interface StatusRules {
  /** Whether `metadata.generation` is incremented when the spec changes. */
  readonly generation: 'counted' | 'absent';
  /** Whether labels and annotations can be changed through the status subresource, as in older kinds. */
  readonly metadata: 'kept' | 'changeable';
  /** Validates a new status; unset: the rules for the whole object apply. */
  readonly validateStatus?: Strategy['validateUpdate'];
}

/** The strategies of a built-in kind with a status subresource. */
export function withStatusApart(more: Strategy, rules: StatusRules): { main: Strategy; status: Strategy } {
  const isCounted = rules.generation === 'counted';
  const main: Strategy = {
    ...more,
    resetFields: ['status', ...(more.resetFields ?? [])],
    prepareForCreate(object, context) {
      delete object['status'];
      if (isCounted) mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      keepField(change, 'status');
      more.prepareForUpdate?.(change, context);
      if (isCounted) countGeneration(change, ['spec']);
    },
  };
  const { validateStatus = more.validateUpdate, metadata } = rules;
  const { warningsOnUpdate: _warnings, ...rest } = more;
  const status: Strategy = {
    ...rest,
    resetFields: metadata === 'kept' ? ['metadata', 'spec'] : ['spec'],
    prepareForUpdate(change) {
      keepField(change, 'spec');
      if (metadata === 'kept') keepMetadata(change);
    },
    ...(validateStatus && { validateUpdate: validateStatus }),
  };
  return { main, status };
}
