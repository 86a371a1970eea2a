// Follows pkg/apis/flowcontrol/validation/validation.go (v1.36)

import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '../../../../api/flowcontrol/v1.js';
import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { mandatoryConfiguration } from '../../../../server/flow-control/index.js';
import { requiredOneOf } from '../../../field-checks.js';
import { validation } from '../../../validation.js';
import { validateConditionTypes } from '../condition-types.js';

const path = FieldPath.of('spec');
/** Only v1beta3 had it, which did not distinguish 0 from unset. */
const keepsZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
const forbiddenAnnotation = FieldPath.of('metadata', 'annotations').forbidden(`annotation '${keepsZero}' is forbidden`);
const maxQueues = 10_000_000;
const maxEntropyBits = 60;

export const validatePriorityLevel = validation<PriorityLevelConfiguration>((level) => {
  const { metadata, spec } = level;
  const { name = '' } = metadata;
  const isExempt = spec.type === 'Exempt';
  const mismatch = "must be 'Exempt' if and only if `name` is 'exempt'";
  return [
    ...(metadata.annotations && Object.hasOwn(metadata.annotations, keepsZero) ? [forbiddenAnnotation] : []),
    ...((name === 'exempt') === isExempt ? [] : [path.child('type').invalid(spec.type, mismatch)]),
    ...validateType(spec),
    ...validateMandatory(name, spec),
    ...validateConditionTypes(level),
  ];
});

type Shares = ExemptPriorityLevelConfiguration | LimitedPriorityLevelConfiguration;

function validateType({ type, limited, exempt }: PriorityLevelConfigurationSpec): FieldError[] {
  const [limitedPath, exemptPath] = [path.child('limited'), path.child('exempt')];
  switch (type) {
    case 'Exempt':
      return [
        ...(limited ? [limitedPath.forbidden('must be nil if the type is not Limited')] : []),
        ...(exempt ? validateShares(exempt, exemptPath) : []),
      ];
    case 'Limited':
      return [
        ...(exempt ? [exemptPath.forbidden('must be nil if the type is Limited')] : []),
        ...(limited
          ? validateLimited(limited, limitedPath)
          : [limitedPath.required('must not be empty when type is Limited')]),
      ];
    default:
      return requiredOneOf(type, ['Exempt', 'Limited'], path.child('type'));
  }
}

function validateShares(
  { nominalConcurrencyShares, lendablePercent: percent = 0 }: Shares,
  place: FieldPath,
): FieldError[] {
  const shares = nominalConcurrencyShares ?? 0;
  return [
    ...(shares < 0 ? [place.child('nominalConcurrencyShares').invalid(shares, 'must be a non-negative integer')] : []),
    ...(percent < 0 || percent > 100
      ? [place.child('lendablePercent').invalid(percent, 'must be between 0 and 100, inclusive')]
      : []),
  ];
}

function validateLimited(limited: LimitedPriorityLevelConfiguration, place: FieldPath): FieldError[] {
  const { borrowingLimitPercent: percent = 0, limitResponse } = limited;
  const errors = [...validateShares(limited, place), ...validateResponse(limitResponse, place.child('limitResponse'))];
  if (percent >= 0) return errors;
  const detail = 'if specified, must be a non-negative integer';
  return [...errors, place.child('borrowingLimitPercent').invalid(percent, detail)];
}

function validateResponse({ type, queuing }: LimitResponse, place: FieldPath): FieldError[] {
  const queues = place.child('queuing');
  switch (type) {
    case 'Reject':
      return queuing ? [queues.forbidden('must be nil if limited.limitResponse.type is not Limited')] : [];
    case 'Queue':
      return queuing
        ? validateQueuing(queuing, queues)
        : [queues.required('must not be empty if limited.limitResponse.type is Limited')];
    default:
      return requiredOneOf(type, ['Queue', 'Reject'], place.child('type'));
  }
}

function validateQueuing({ queues, handSize, queueLengthLimit }: QueuingConfiguration, place: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, value: number, detail: string): void => {
    errors.push(place.child(field).invalid(value, detail));
  };
  if (queueLengthLimit <= 0) refuse('queueLengthLimit', queueLengthLimit, 'must be positive');
  if (queues <= 0) refuse('queues', queues, 'must be positive');
  else if (queues > maxQueues) refuse('queues', queues, `must not be greater than ${maxQueues}`);
  if (handSize <= 0) refuse('handSize', handSize, 'must be positive');
  else if (handSize > queues) refuse('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (entropyBits(queues, handSize) > maxEntropyBits) {
    const needed = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
    refuse('handSize', handSize, `${needed} should not be greater than ${maxEntropyBits}`);
  }
  return errors;
}

/** Returns the number of hash bits needed to deal a hand. */
function entropyBits(deckSize: number, handSize: number): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}

/** Of the exempt level, only `spec.exempt` may be changed; the other mandatory levels are fixed. */
function validateMandatory(name: string, spec: PriorityLevelConfigurationSpec): FieldError[] {
  const fixed = mandatoryConfiguration().priorityLevels.find(({ metadata }) => metadata.name === name);
  if (fixed === undefined) return [];
  const isExempt = name === 'exempt';
  const comparable = (value: JsonObject): JsonObject => {
    const { exempt: _exempt, ...rest } = value;
    return isExempt ? rest : value;
  };
  // Flow control declares its configuration read-only, which JSON values are not.
  if (jsonEqual(comparable(spec), comparable(fixed.spec as unknown as JsonObject))) return [];
  const except = isExempt ? " except the 'spec.exempt' field" : '';
  return [path.invalid(spec, `spec of '${name}'${except} must equal the fixed value`)];
}
