import { annotationsOf, type JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortName,
  checkPortNumber,
  checkWildcardDns1123Subdomain,
  type FieldError,
  FieldPath,
  invalidValue,
  parseIpSloppy,
  required,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked, eachItem, oneOf } from '../../../field-checks.js';
import { asGiven } from '../../../types/index.js';
import { validateObjectReference } from '../object-reference.js';
import { addressesOf, type IngressBackend, type IngressPath, type IngressRule, specOf } from './ingress.js';

export const classAnnotation = 'kubernetes.io/ingress.class';

const spec = FieldPath.of('spec');
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const wrongSequences = ['//', '/./', '/../', '%2f', '%2F'];
const wrongSuffixes = ['/..', '/.'];
const notAnAddress = 'must be a DNS name, not an IP address';

export function validateNewIngress(ingress: JsonObject): FieldError[] {
  const annotation = annotationsOf(ingress)[classAnnotation];
  const { ingressClassName } = specOf(ingress);
  const errors = validateIngress(ingress);
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return errors;
  const detail = 'must match `ingressClassName` when both are specified';
  return [...errors, invalidValue(FieldPath.of('annotations').child(classAnnotation), annotation, detail)];
}

export function validateIngress(ingress: JsonObject): FieldError[] {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = specOf(ingress);
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(isEmpty
      ? [
          invalidValue(
            spec,
            asGiven(specOf(ingress), 'rules', []),
            'either `defaultBackend` or `rules` must be specified',
          ),
        ]
      : []),
    ...(defaultBackend ? validateBackend(defaultBackend, spec.child('defaultBackend')) : []),
    ...eachItem(rules, spec.child('rules'), validateRule),
    ...eachItem(tls, spec.child('tls'), ({ hosts, secretName = '' }, place) => [
      ...eachItem(hosts, place.child('hosts'), validateHost),
      ...(secretName === '' ? [] : checked(secretName, checkDns1123Subdomain, place.child('secretName'))),
    ]),
    ...(ingressClassName === undefined
      ? []
      : checked(ingressClassName, checkDns1123Subdomain, spec.child('ingressClassName'))),
  ];
}

/** Values that are already stored stay valid. */
export function validateIngressStatus({ object, old }: Replacement): FieldError[] {
  const validOldValues = addressesOf(old).flatMap(({ ip }) => ip ?? []);
  const path = FieldPath.of('status', 'loadBalancer', 'ingress');
  return eachItem(addressesOf(object), path, ({ ip, hostname }, place) => {
    const errors = ip ? validateIpForLegacyField(ip, place.child('ip'), { strict: true, validOldValues }) : [];
    if (!hostname) return errors;
    errors.push(...checked(hostname, checkDns1123Subdomain, place.child('hostname')));
    if (parseIpSloppy(hostname)) errors.push(invalidValue(place.child('hostname'), hostname, notAnAddress));
    return errors;
  });
}

function validateHost(host: string, path: FieldPath): FieldError[] {
  return checked(host, host.includes('*') ? checkWildcardDns1123Subdomain : checkDns1123Subdomain, path);
}

function validateRule({ host = '', http }: IngressRule, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (host !== '') {
    if (parseIpSloppy(host)) errors.push(invalidValue(path.child('host'), host, notAnAddress));
    errors.push(...validateHost(host, path.child('host')));
  }
  if (http === undefined) return errors;
  const paths = path.child('http', 'paths');
  if (!http.paths?.length) return [...errors, required(paths, '')];
  return [...errors, ...eachItem(http.paths, paths, validatePath)];
}

function validatePath(given: IngressPath, place: FieldPath): FieldError[] {
  const { pathType, path = '', backend } = given;
  if (pathType === undefined || pathType === null) {
    return [required(place.child('pathType'), 'pathType must be specified')];
  }
  return [
    ...(pathTypes.includes(pathType) ? pathErrors(pathType, path, place.child('path')) : []),
    ...oneOf(pathType, pathTypes, place.child('pathType')),
    ...validateBackend(backend, place.child('backend')),
  ];
}

function pathErrors(type: string, path: string, place: FieldPath): FieldError[] {
  const isAny = type === 'ImplementationSpecific';
  const errors = path.startsWith('/') || (isAny && path === '') ? [] : ['must be an absolute path'];
  if (!isAny) {
    errors.push(...wrongSequences.filter((text) => path.includes(text)).map((text) => `must not contain '${text}'`));
    errors.push(...wrongSuffixes.filter((text) => path.endsWith(text)).map((text) => `cannot end with '${text}'`));
  }
  return errors.map((problem) => invalidValue(place, path, problem));
}

function validateBackend({ service, resource }: IngressBackend, path: FieldPath): FieldError[] {
  if (service && resource) return [invalidValue(path, '', 'cannot set both resource and service backends')];
  if (resource) return validateObjectReference(resource, path.child('resource'));
  if (!service) return [invalidValue(path, '', 'resource or service backend is required')];
  const name = path.child('service', 'name');
  return [
    ...(service.name === '' ? [required(name, '')] : checked(service.name, checkDns1123Label, name)),
    ...validateServicePort(service.port ?? {}, path),
  ];
}

function validateServicePort(
  port: { readonly name?: string; readonly number?: number },
  path: FieldPath,
): FieldError[] {
  const { name = '', number = 0 } = port;
  if (name !== '' && number !== 0) return [invalidValue(path, '', 'cannot set both port name & port number')];
  const place = path.child('service', 'port');
  if (name !== '') return checked(name, checkPortName, place.child('name'));
  if (number === 0) return [required(path, 'port name or number is required')];
  return checkPortNumber(number).map((problem) => invalidValue(place.child('number'), number, problem));
}
