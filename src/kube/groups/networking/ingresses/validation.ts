// Follows pkg/apis/networking/validation/validation.go (v1.36)

import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressLoadBalancerIngress,
  IngressRule,
  IngressSpec,
  ServiceBackendPort,
} from '../../../../api/networking/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortName,
  checkPortNumber,
  checkWildcardDns1123Subdomain,
  type FieldError,
  FieldPath,
  parseIpSloppy,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { checkedRequired, eachItem, oneOf } from '../../../field-checks.js';
import { asGiven } from '../../../types/index.js';
import { updateValidation, validateMetadata } from '../../../validation.js';
import { validateObjectReference } from '../object-reference.js';

export const classAnnotation = 'kubernetes.io/ingress.class';

const spec = FieldPath.of('spec');
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const wrongSequences = ['//', '/./', '/../', '%2f', '%2F'];
const wrongSuffixes = ['/..', '/.'];
const notAnAddress = 'must be a DNS name, not an IP address';

export function validateIngress(ingress: Ingress, context: ValidationContext): FieldError[] {
  const annotation = annotationsOf(ingress)[classAnnotation];
  const { ingressClassName } = ingress.spec;
  const errors = [
    ...validateMetadata(ingress, context),
    ...validateSpec(ingress.spec, { checkService: serviceRule(context) }),
  ];
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return errors;
  const detail = 'must match `ingressClassName` when both are specified';
  return [...errors, FieldPath.of('annotations').child(classAnnotation).invalid(annotation, detail)];
}

export const validateIngressUpdate = updateValidation<Ingress>(({ object, old }, context) => [
  ...validateMetadata(object, context),
  ...validateSpec(object.spec, { checkService: serviceRule(context, old) }),
]);

interface BackendRules {
  readonly checkService: (name: string) => readonly string[];
}

/** Names that are valid for Services now stay valid in an Ingress that has one already. */
function serviceRule({ features }: ValidationContext, old?: Ingress): BackendRules['checkService'] {
  const isRelaxed =
    features.isEnabled('RelaxedServiceNameValidation') || (old && servicesOf(old.spec).some(isRelaxedName));
  return isRelaxed ? checkDns1123Label : checkDns1035Label;
}

function servicesOf({ defaultBackend, rules = [] }: IngressSpec): string[] {
  const backends = rules.flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend));
  return [defaultBackend, ...backends].flatMap((backend) => backend?.service?.name ?? []);
}

function isRelaxedName(name: string): boolean {
  return checkDns1123Label(name).length === 0 && checkDns1035Label(name).length > 0;
}

function validateSpec(given: IngressSpec, backendRules: BackendRules): FieldError[] {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = given;
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  const missing = 'either `defaultBackend` or `rules` must be specified';
  return [
    ...(isEmpty ? [spec.invalid(asGiven(given, 'rules', []), missing)] : []),
    ...(defaultBackend ? validateBackend(defaultBackend, spec.child('defaultBackend'), backendRules) : []),
    ...eachItem(rules, spec.child('rules'), (rule, place) => validateRule(rule, place, backendRules)),
    ...eachItem(tls, spec.child('tls'), ({ hosts, secretName = '' }, place) => [
      ...eachItem(hosts, place.child('hosts'), validateHost),
      ...(secretName === '' ? [] : place.child('secretName').check(secretName, checkDns1123Subdomain)),
    ]),
    ...spec.child('ingressClassName').check(ingressClassName, checkDns1123Subdomain),
  ];
}

export function addressesOf({ status }: Ingress): readonly IngressLoadBalancerIngress[] {
  return status.loadBalancer.ingress ?? [];
}

/** Values that are already stored stay valid. */
export const validateIngressStatus = updateValidation<Ingress>(({ object, old }, context) => {
  const strict = context.features.isEnabled('StrictIPCIDRValidation');
  const validOldValues = addressesOf(old).flatMap(({ ip }) => ip ?? []);
  const path = FieldPath.of('status', 'loadBalancer', 'ingress');
  const ofAddresses = eachItem(addressesOf(object), path, ({ ip, hostname }, place) => {
    const errors = ip ? validateIpForLegacyField(ip, place.child('ip'), { strict, validOldValues }) : [];
    if (!hostname) return errors;
    errors.push(...place.child('hostname').check(hostname, checkDns1123Subdomain));
    if (parseIpSloppy(hostname)) errors.push(place.child('hostname').invalid(hostname, notAnAddress));
    return errors;
  });
  return ofAddresses;
});

function validateHost(host: string, path: FieldPath): FieldError[] {
  return path.check(host, host.includes('*') ? checkWildcardDns1123Subdomain : checkDns1123Subdomain);
}

function validateRule({ host = '', http }: IngressRule, path: FieldPath, rules: BackendRules): FieldError[] {
  const errors: FieldError[] = [];
  if (host !== '') {
    if (parseIpSloppy(host)) errors.push(path.child('host').invalid(host, notAnAddress));
    errors.push(...validateHost(host, path.child('host')));
  }
  if (http === undefined) return errors;
  const paths = path.child('http', 'paths');
  if (!http.paths?.length) return [...errors, paths.required()];
  return [...errors, ...eachItem(http.paths, paths, (one, place) => validatePath(one, place, rules))];
}

function validatePath(given: HTTPIngressPath, place: FieldPath, rules: BackendRules): FieldError[] {
  const { pathType, path = '', backend } = given;
  if (pathType === null) {
    return [place.child('pathType').required('pathType must be specified')];
  }
  return [
    ...(pathTypes.includes(pathType) ? pathErrors(pathType, path, place.child('path')) : []),
    ...oneOf(pathType, pathTypes, place.child('pathType')),
    ...validateBackend(backend, place.child('backend'), rules),
  ];
}

function pathErrors(type: string, path: string, place: FieldPath): FieldError[] {
  const isAny = type === 'ImplementationSpecific';
  const errors = path.startsWith('/') || (isAny && path === '') ? [] : ['must be an absolute path'];
  if (!isAny) {
    errors.push(...wrongSequences.filter((text) => path.includes(text)).map((text) => `must not contain '${text}'`));
    errors.push(...wrongSuffixes.filter((text) => path.endsWith(text)).map((text) => `cannot end with '${text}'`));
  }
  return errors.map((problem) => place.invalid(path, problem));
}

function validateBackend(
  { service, resource }: IngressBackend,
  path: FieldPath,
  { checkService }: BackendRules,
): FieldError[] {
  if (service && resource) return [path.invalid('', 'cannot set both resource and service backends')];
  if (resource) return validateObjectReference(resource, path.child('resource'));
  if (!service) return [path.invalid('', 'resource or service backend is required')];
  return [
    ...checkedRequired(service.name, checkService, path.child('service', 'name')),
    ...validateServicePort(service.port, path),
  ];
}

function validateServicePort({ name = '', number = 0 }: ServiceBackendPort, path: FieldPath): FieldError[] {
  if (name !== '' && number !== 0) return [path.invalid('', 'cannot set both port name & port number')];
  const place = path.child('service', 'port');
  if (name !== '') return place.child('name').check(name, checkPortName);
  if (number === 0) return [path.required('port name or number is required')];
  return place.child('number').check(number, checkPortNumber);
}
