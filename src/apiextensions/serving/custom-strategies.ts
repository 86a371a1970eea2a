// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/strategy.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/status_strategy.go (v1.36)

import { type GroupKind, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { invalid } from '../../apimachinery/status/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { generationOnly, type Replacement, type Strategy, specAndStatus } from '../../server/registry/index.js';
import type { DefinitionVersion } from '../definition/index.js';
import { finalizerWarnings } from './finalizer-warnings.js';
import { validateScaleSpec, validateScaleStatus } from './scale-rules.js';

/** The strategies of a custom resource in a version: main resource and status. */
export function customStrategies(
  { schema, subresources = {} }: DefinitionVersion,
  ownKind: GroupKind,
): { main: Strategy; status: Strategy } {
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
    main: ofKind(ownKind, hasStatus ? main : generationOnly(common)),
    status: ofKind(ownKind, {
      ...quiet,
      prepareForUpdate(change, context) {
        quiet.prepareForUpdate?.(change, context);
        if (refusesNullStatus(schema)) dropUnchangedNull(change);
      },
      validatedField: 'status',
      ...(scale && { validateUpdate: ({ object }) => validateScaleStatus(object, scale) }),
    }),
  };
}

function refusesNullStatus(schema: DefinitionVersion['schema']): boolean {
  const status = schema?.openAPIV3Schema?.properties?.['status'];
  return status !== undefined && status.nullable !== true;
}

/** A null status where there was none is no change, even where the schema does not allow null. It is not kept. */
function dropUnchangedNull({ object, old }: Replacement): void {
  if (object['status'] === null && (old['status'] ?? null) === null) delete object['status'];
}

/** Rejects objects of another kind, before anything else: decoding accepts any. */
function ofKind(own: GroupKind, strategy: Strategy): Strategy {
  return {
    ...strategy,
    prepareForCreate(object, context) {
      checkKind(own, object);
      strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      checkKind(own, change.object);
      strategy.prepareForUpdate?.(change, context);
    },
  };
}

/** The error contains the kind that was sent. */
function checkKind(own: GroupKind, object: JsonObject): void {
  const { kind = '' } = object;
  if (kind === own.kind) return;
  const error = FieldPath.of('kind').invalid(kind, `must be ${own.kind}`);
  throw invalid({ group: own.group, kind: String(kind) }, metadataOf(object).name ?? '', [error]);
}
