import { mutableMetadataOf } from '../apimachinery/meta/index.js';
import type { Strategy } from '../server/registry/index.js';
import { countGeneration, keepField, keepMetadata } from './rules.js';

export interface StatusRules {
  /** Whether `metadata.generation` counts the changes of the spec. */
  readonly generation: 'counted' | 'absent';
  /** Whether labels and annotations can be changed through the status endpoint, as they can in older kinds. */
  readonly metadata: 'kept' | 'changeable';
  /** What is wrong with a new status; the rules of the whole object if absent. */
  readonly validateStatus?: Strategy['validateUpdate'];
}

/** The strategies of a built-in kind whose spec and status are written through endpoints of their own. */
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
