import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  fieldIsImmutable,
  invalidValue,
  parseCidrSloppy,
  required,
  validateCidr,
} from '../../../../apimachinery/validation/index.js';
import {
  defineResource,
  type Replacement,
  type Strategy,
  specAndStatus,
  type TableColumn,
} from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion, earlierVersion, wasGivenEmpty } from '../../../types/index.js';

const main: Strategy = {
  resetFields: ['status'],
  prepareForCreate: (network) => {
    network['status'] = {};
  },
  prepareForUpdate: ({ object, old }) => {
    object['status'] = old['status'] ?? {};
  },
  validate: validateNetworks,
  validateUpdate: validateNetworksUpdate,
};

const { status } = specAndStatus();

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('CIDRs', (network) => cidrsOf(network).join(',')),
  ageColumn,
];

/** Networks for cluster IPs of services. */
export const serviceCidrs = defineResource({
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('networking.k8s.io/v1', 'ServiceCIDR', { columns }),
    v1beta1: earlierVersion('networking.k8s.io/v1beta1', 'ServiceCIDR', {
      columns,
      deprecation: { since: 34, until: 37 },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

const path = FieldPath.of('spec', 'cidrs');

function cidrsOf({ spec }: JsonObject): string[] {
  return listIn(objectIn(spec)['cidrs']).map(textIn);
}

function validateNetworks(network: JsonObject): FieldError[] {
  const cidrs = cidrsOf(network);
  if (cidrs.length === 0) return [required(path, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalidValue(path, { CIDRs: cidrs }, 'may only hold up to 2 values')];
  const errors = cidrs.flatMap((cidr, index) => validateCidr(cidr, path.index(index)));
  const [first, second] = cidrs.map(parseCidrSloppy);
  if (first && second && first.address.isIpv4Text === second.address.isIpv4Text) {
    const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    errors.push(invalidValue(path, cidrs, detail));
  }
  return errors;
}

/** A second network of the other family may be added; everything else is immutable. */
function validateNetworksUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [cidrsOf(object), cidrsOf(old)];
  const isAdded = before.length === 1 && after.length === 2;
  if (!isAdded && after.length !== before.length) {
    const isGiven = after.length > 0 || wasGivenEmpty(objectIn(object['spec']), 'cidrs');
    return [invalidValue(path, isGiven ? after : null, fieldIsImmutable)];
  }
  const errors = before.flatMap((cidr, index) =>
    cidr === after[index] ? [] : [invalidValue(path.index(index), after[index], fieldIsImmutable)],
  );
  return isAdded ? [...errors, ...validateNetworks(object)] : errors;
}
