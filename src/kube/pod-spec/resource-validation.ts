// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodSpec, ResourceList, ResourceRequirements } from '../../api/core/v1.js';
import { compareBytes } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkQualifiedName,
  type FieldError,
  type FieldPath,
  Quantity,
  QuantityError,
} from '../../apimachinery/validation/index.js';
import { eachItem } from '../field-checks.js';
import { wasGivenEmpty } from '../types/index.js';
import { aggregateResources, isPodLevelResource } from './pod-resources.js';
import {
  hugePageSize,
  isContainerResource,
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isNativeResource,
  isOvercommitAllowed,
  isStandardResource,
} from './resource-names.js';

const negative = 'must be greater than or equal to 0';

type NameCheck = (name: string, path: FieldPath) => FieldError[];

export function validateContainerResources(
  resources: ResourceRequirements,
  path: FieldPath,
  claimNames: ReadonlySet<string>,
): FieldError[] {
  return [
    ...amountErrors(resources, path, validateContainerResourceName),
    ...claimErrors(resources, path.child('claims'), claimNames),
  ];
}

/** Validates the pod overhead of a runtime class. */
export function validateOverhead(limits: ResourceList, path: FieldPath): FieldError[] {
  return amountErrors({ limits }, path, validateContainerResourceName);
}

export function validatePodResources(spec: PodSpec, path: FieldPath): FieldError[] {
  const { resources, os } = spec;
  if (!resources) return [];
  if (os?.name === 'windows') return [path.forbidden('may not be set for a windows pod')];
  const errors: FieldError[] = [];
  if (resources.claims || wasGivenEmpty(resources, 'claims'))
    errors.push(path.child('claims').forbidden('claims may not be set for Resources at pod-level'));
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name).filter((name) => name));
  return [
    ...errors,
    ...amountErrors(resources, path, podNameErrors),
    ...claimErrors(resources, path.child('claims'), claims),
    ...consistencyErrors(spec, path),
  ];
}

function amountErrors(resources: ResourceRequirements, path: FieldPath, nameErrors: NameCheck): FieldError[] {
  const { limits = {}, requests = {} } = resources;
  const errors: FieldError[] = [];
  for (const [name, text] of Object.entries(limits)) {
    const place = path.child('limits').key(name);
    errors.push(...nameErrors(name, place), ...valueErrors(name, text, place));
  }
  for (const [name, text] of Object.entries(requests)) {
    const place = path.child('requests').key(name);
    errors.push(...nameErrors(name, place), ...valueErrors(name, text, place), ...limitErrors(name, resources, path));
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(path.forbidden('HugePages require cpu or memory'));
  }
  return errors;
}

/** A standard resource name, or one qualified with a domain. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = path.check(name, checkQualifiedName);
  if (errors.length > 0 || name.includes('/') || isStandardResource(name)) return errors;
  return [path.invalid(name, 'must be a standard resource type or fully qualified')];
}

export function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/') && !isContainerResource(name)) {
    errors.push(path.invalid(name, 'must be a standard resource for containers'));
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(path.invalid(name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

function podNameErrors(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (errors.length > 0 || isPodLevelResource(name)) return errors;
  return [path.notSupported(name, ['cpu', 'hugepages-', 'memory'])];
}

function valueErrors(name: string, text: string, path: FieldPath): FieldError[] {
  const errors = validateQuantity(name, text, path);
  if (!isHugePages(name) || isMultipleOfPage(name, text)) return errors;
  return [...errors, path.invalid(text, `${text} is not positive integer multiple of ${name}`)];
}

/** Quantities must not be negative, and must be integers for integer resources. */
function validateQuantity(name: string, text: string, path: FieldPath): FieldError[] {
  const amount = Quantity.parse(text);
  const errors = amount.sign < 0 ? [path.invalid(text, negative)] : [];
  if (isIntegerResource(name) && amount.milliValue() % 1000n !== 0n) {
    errors.push(path.invalid(text, 'must be an integer'));
  }
  return errors;
}

function isMultipleOfPage(name: string, text: string): boolean {
  try {
    const size = Quantity.parse(hugePageSize(name));
    if (size.sign <= 0 || !size.isInteger) return false;
    return Quantity.parse(text).value() % size.value() === 0n;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/** Requests must not exceed limits, and must equal them for resources that do not allow overcommit. */
function limitErrors(
  name: string,
  { limits = {}, requests = {} }: ResourceRequirements,
  path: FieldPath,
): FieldError[] {
  const [request = '0', limit] = [requests[name], limits[name]];
  const isFlexible = isOvercommitAllowed(name);
  if (limit === undefined) {
    return isFlexible ? [] : [path.child('limits').required('Limit must be set for non overcommitable resources')];
  }
  const order = Quantity.parse(request).compare(Quantity.parse(limit));
  const requestsPath = path.child('requests');
  if (!isFlexible && order !== 0) {
    return [requestsPath.invalid(request, `must be equal to ${name} limit of ${limit}`)];
  }
  if (order <= 0) return [];
  return [requestsPath.invalid(request, `must be less than or equal to ${name} limit of ${limit}`)];
}

/** Containers reference claims of the pod; each claim, or request of a claim, at most once. */
function claimErrors({ claims = [] }: ResourceRequirements, path: FieldPath, known: ReadonlySet<string>): FieldError[] {
  const seen = new Set<string>();
  const withRequests = new Set<string>();
  return eachItem(claims, path, ({ name, request }, place) => {
    if (!name) return [place.required()];
    const errors: FieldError[] = [];
    // Unambiguous: request names are labels and claim names are validated; neither contains a slash.
    const key = request ? `${name}/${request}` : name;
    if (seen.has(name)) errors.push(place.duplicate(name));
    else {
      if (request) errors.push(...place.child('request').check(request, checkDns1123Label));
      if (seen.has(key) || (!request && withRequests.has(name))) errors.push(place.duplicate(key));
      seen.add(key);
      if (request) withRequests.add(name);
    }
    if (!known.has(name)) errors.push(unknownClaim(name, place, known));
    return errors;
  });
}

function unknownClaim(name: string, path: FieldPath, known: ReadonlySet<string>): FieldError {
  const names = known.size === 0 ? ' which is empty' : `: ${someOf(known).join(', ')}`;
  return { ...path.notFound(name), detail: `must be one of the names in pod.spec.resourceClaims${names}` };
}

/** Limits the number of names in an error message. */
const maxNamed = 100;

function someOf(names: ReadonlySet<string>): string[] {
  const some: string[] = [];
  for (const name of names) if (some.push(name) === maxNamed) break;
  return some.sort(compareBytes);
}

/**
 * Pod-level requests and huge page limits must cover the sum of the containers; no container limit may exceed the
 * pod-level limit.
 */
function consistencyErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { requests = {}, limits = {} } = spec.resources ?? {};
  const errors: FieldError[] = [];
  const tooLittle = (kind: 'requests' | 'limits', list: ResourceList, isMeant: (name: string) => boolean): void => {
    for (const [name, needed] of aggregateResources(spec, kind)) {
      const own = list[name];
      if (own === undefined || !isMeant(name) || needed.compare(Quantity.parse(own)) <= 0) continue;
      const detail = `must be greater than or equal to aggregate container ${kind} of ${needed}`;
      errors.push(path.child(kind).key(name).invalid(own, detail));
    }
  };
  tooLittle('requests', requests, () => true);
  tooLittle('limits', limits, isHugePages);
  for (const [index, { resources }] of (spec.containers ?? []).entries()) {
    for (const [name, limit] of Object.entries(resources?.limits ?? {})) {
      const own = limits[name];
      if (own === undefined || Quantity.parse(limit).compare(Quantity.parse(own)) <= 0) continue;
      const place = path.child('containers').index(index).key(name).child('limits');
      errors.push(place.invalid(limit, `must be less than or equal to pod limits of ${own}`));
    }
  }
  return errors;
}
