// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { DeviceConstraint, DeviceRequest, ResourceClaimSpec } from '../../../api/resource/v1.js';
import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { maxConfigurations, validateConfiguration } from './device-configuration.js';
import { maxRequests, validateRequests } from './device-requests.js';
import { validateList } from './list-rules.js';
import { validateFullyQualifiedName, validateShortName } from './names.js';

const maxConstraints = 32;

/** Validates the spec of a claim; `path`: path of the spec. */
export function validateClaimSpec(
  { devices }: ResourceClaimSpec,
  path: FieldPath,
  { features }: { features: FeatureGates },
): FieldError[] {
  const { constraints, config } = devices;
  const requests = devices.requests ?? [];
  const names = new RequestNames(requests);
  const place = path.child('devices');
  return [
    ...validateRequests(requests, place.child('requests'), features),
    ...validateList(constraints, place.child('constraints'), {
      max: maxConstraints,
      check: (constraint, item) => [
        ...names.validateList(constraint.requests, item.child('requests')),
        ...attributeErrors(constraint, item, features.isEnabled('DRAConsumableCapacity')),
      ],
    }),
    ...validateList(config, place.child('config'), {
      max: maxConfigurations,
      check: (configuration, item) => [
        ...names.validateList(configuration.requests, item.child('requests')),
        ...validateConfiguration(configuration, item),
      ],
    }),
  ];
}

/** Upstream's message if both are absent. */
function attributeErrors(
  { matchAttribute, distinctAttribute }: DeviceConstraint,
  path: FieldPath,
  mayBeDistinct: boolean,
): FieldError[] {
  if (matchAttribute !== undefined) return validateFullyQualifiedName(matchAttribute, path.child('matchAttribute'));
  if (distinctAttribute !== undefined) {
    return validateFullyQualifiedName(distinctAttribute, path.child('distinctAttribute'));
  }
  if (!mayBeDistinct) return [path.child('matchAttribute').required()];
  const detail = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [path.required(detail)];
}

/** Names of the requests of a claim, and of their alternatives. */
export class RequestNames {
  readonly #alternatives: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(requests: readonly DeviceRequest[]) {
    this.#alternatives = new Map(
      requests.map(({ name, firstAvailable = [] }) => [name, new Set(firstAvailable.map((one) => one.name))]),
    );
  }

  validateList(names: readonly string[] | undefined, path: FieldPath): FieldError[] {
    return validateList(names, path, {
      max: maxRequests,
      keyOf: (name) => name,
      check: (name, place) => this.validate(name, place),
    });
  }

  validate(name: string, path: FieldPath): FieldError[] {
    const parts = name.split('/');
    const detail =
      "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
    if (parts.length > 2) return [path.invalid(name, detail)];
    const errors = parts.flatMap((part) => validateShortName(part, path));
    return this.#has(parts) ? errors : [...errors, path.invalid(name, detail)];
  }

  #has([name = '', alternative]: readonly string[]): boolean {
    const alternatives = this.#alternatives.get(name);
    if (!alternatives) return false;
    return alternative === undefined || alternatives.has(alternative);
  }
}
