// Follows staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/validation/validation.go (v1.36)

import { goQuote, metadataOf } from '../../apimachinery/meta/index.js';
import {
  checkDns1035Label,
  checkDns1123Subdomain,
  checkPathSegmentName,
  checkPortNumber,
  type FieldError,
  FieldPath,
} from '../../apimachinery/validation/index.js';
import { type ApiService, type ApiServiceSpec, apiServiceName, type ServiceReference } from './api-service.js';

const specPath = FieldPath.of('spec');
const maxGroupPriority = 20_000;
const maxVersionPriority = 1000;

/** Validates everything but the metadata, with upstream's texts. */
export function validateApiService({ spec }: ApiService): readonly FieldError[] {
  return [
    ...groupVersionErrors(spec),
    ...priorityErrors(spec),
    ...(spec.service === undefined ? localErrors(spec) : serviceErrors(spec, spec.service)),
  ];
}

/** The name must consist of version and group. Upstream reports this with the other errors of the name. */
export function nameErrors(apiService: ApiService): FieldError[] {
  const metadata = metadataOf(apiService as never);
  const expected = apiServiceName(apiService.spec);
  const detail = `must be \`spec.version+"."+spec.group\`: ${goQuote(expected)}`;
  return (['generateName', 'name'] as const).flatMap((field) => {
    const given = metadata[field] ?? '';
    if (given === '' || given === expected || checkPathSegmentName(given).length > 0) return [];
    return [FieldPath.of('metadata', field).invalid(given, detail)];
  });
}

function groupVersionErrors({ group = '', version = '' }: ApiServiceSpec): FieldError[] {
  const groupPath = specPath.child('group');
  const errors: FieldError[] = [];
  if (group === '' && version !== 'v1') {
    errors.push(groupPath.required('only v1 may have an empty group and it better be legacy kube'));
  }
  if (group !== '') {
    errors.push(...groupPath.check(group, checkDns1123Subdomain));
  }
  const versionPath = specPath.child('version');
  errors.push(...versionPath.check(version, checkDns1035Label));
  return errors;
}

function priorityErrors({ groupPriorityMinimum, versionPriority }: ApiServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > maxGroupPriority) {
    const path = specPath.child('groupPriorityMinimum');
    errors.push(path.invalid(groupPriorityMinimum, 'must be positive and less than 20000'));
  }
  if (versionPriority <= 0 || versionPriority > maxVersionPriority) {
    const path = specPath.child('versionPriority');
    errors.push(path.invalid(versionPriority, 'must be positive and less than 1000'));
  }
  return errors;
}

function localErrors({ caBundle = '', insecureSkipTLSVerify = false }: ApiServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (caBundle !== '') {
    const size = `${Buffer.from(caBundle, 'base64').length} bytes`;
    errors.push(specPath.child('caBundle').invalid(size, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify) {
    const path = specPath.child('insecureSkipTLSVerify');
    errors.push(path.invalid(true, 'local APIServices may not have insecureSkipTLSVerify'));
  }
  return errors;
}

function serviceErrors(
  { caBundle = '', insecureSkipTLSVerify = false }: ApiServiceSpec,
  { namespace = '', name = '', port }: ServiceReference,
): FieldError[] {
  const path = specPath.child('service');
  const errors: FieldError[] = [];
  if (namespace === '') errors.push(path.child('namespace').required());
  if (name === '') errors.push(path.child('name').required());
  const portProblems = checkPortNumber(port);
  if (portProblems.length > 0) {
    errors.push(path.child('port').invalid(port, `port is not valid: ${portProblems.join(', ')}`));
  }
  if (insecureSkipTLSVerify && caBundle !== '') {
    const detail = 'may not be true if caBundle is present';
    errors.push(specPath.child('insecureSkipTLSVerify').invalid(true, detail));
  }
  return errors;
}

const conditionStatuses = ['True', 'False', 'Unknown'];

export function validateApiServiceStatus({ status }: ApiService): readonly FieldError[] {
  const path = FieldPath.of('status', 'conditions');
  return (status?.conditions ?? []).flatMap((condition, index) =>
    conditionStatuses.includes(condition.status)
      ? []
      : [path.index(index).child('status').notSupported(condition.status, conditionStatuses)],
  );
}
