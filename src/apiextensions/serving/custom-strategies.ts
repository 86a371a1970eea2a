import { generationOnly, type Strategy, specAndStatus } from '../../server/registry/index.js';
import type { DefinitionVersion } from '../definition/index.js';
import { finalizerWarnings } from './finalizer-warnings.js';
import { validateScaleSpec, validateScaleStatus } from './scale-rules.js';

/** The strategies of a custom resource in a version: main resource and status. */
export function customStrategies({ subresources = {} }: DefinitionVersion): { main: Strategy; status: Strategy } {
  const { status: hasStatus, scale } = subresources;
  const common: Strategy = {
    allowUnconditionalUpdate: false,
    ...(scale && {
      validate: (object) => [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)],
      validateUpdate: ({ object }) => [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)],
    }),
    warningsOnCreate: (object) => finalizerWarnings(object),
    warningsOnUpdate: ({ object, old }) => finalizerWarnings(object, old),
  };
  const { main, status } = specAndStatus(common);
  const { warningsOnUpdate: _, ...quiet } = status;
  return {
    main: hasStatus ? main : generationOnly(common),
    status: {
      ...quiet,
      validatedField: 'status',
      ...(scale && { validateUpdate: ({ object }) => validateScaleStatus(object, scale) }),
    },
  };
}
