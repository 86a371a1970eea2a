import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateIp,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement, type TableColumn } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion, earlierVersion } from '../../../types/index.js';

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('ParentRef', (address) => parentText(address)),
  { ...ageColumn, isUntold: true },
];

/** Allocated IP addresses, one object each, named by the address. Creating the object allocates the address. */
export const ipAddresses = defineResource({
  kind: 'IPAddress',
  plural: 'ipaddresses',
  shortNames: ['ip'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('networking.k8s.io/v1', 'IPAddress', { columns }),
    v1beta1: earlierVersion('networking.k8s.io/v1beta1', 'IPAddress', {
      columns,
      deprecation: { since: 34, until: 37 },
    }),
  },
  strategy: {
    nameRule: (name) => validateIp(name, FieldPath.root).map(({ detail }) => detail),
    validate: validateIpAddress,
    validateUpdate: validateIpAddressUpdate,
  },
});

function parentText({ spec }: JsonObject): string {
  const { parentRef } = objectIn(spec);
  if (parentRef === undefined) return '<none>';
  const { group, resource, namespace, name } = objectIn(parentRef);
  const kind = [textIn(resource), textIn(group)].filter(Boolean).join('.').toLowerCase();
  return [kind, textIn(namespace), textIn(name)].filter(Boolean).join('/');
}

const parentPath = FieldPath.of('spec', 'parentRef');

function validateIpAddress(address: JsonObject): FieldError[] {
  const { parentRef } = objectIn(address['spec']);
  if (parentRef === undefined) return [required(parentPath, '')];
  const parent = objectIn(parentRef);
  const group = textIn(parent['group']);
  const problems = group === '' ? [] : checkDns1123Subdomain(group);
  const errors = problems.map((problem) => invalidValue(parentPath.child('group'), group, problem));
  for (const field of ['resource', 'name', 'namespace']) {
    const [value, path] = [textIn(parent[field]), parentPath.child(field)];
    if (value !== '') errors.push(...checkPathSegmentName(value).map((problem) => invalidValue(path, value, problem)));
    else if (field !== 'namespace') errors.push(required(path, ''));
  }
  return errors;
}

function validateIpAddressUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [objectIn(object['spec'])['parentRef'], objectIn(old['spec'])['parentRef']];
  return [
    ...validateIpAddress(object),
    ...validateImmutableOf('networking/v1.ParentReference', { value: after ?? null, old: before ?? null }, parentPath),
  ];
}
