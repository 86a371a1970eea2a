import { type JsonObject, labelsOf, metadataOf } from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import { type FieldError, FieldPath, forbidden } from '../../../apimachinery/validation/index.js';
import { decodeStored, type StoredObject, type Strategy } from '../../../server/registry/index.js';
import { requestsOf } from './device-requests.js';

/** Finds a namespace by its name. */
export type FindNamespace = (name: string) => Promise<StoredObject | undefined>;

const adminLabel = 'resource.kubernetes.io/admin-access';

export interface AdminAccessOptions {
  readonly findNamespace: FindNamespace;
  readonly kind: string;
  readonly specOf: (object: JsonObject) => JsonObject;
  /** What else is wrong, which is told too. */
  readonly validate: (object: JsonObject) => readonly FieldError[];
}

/** Devices that others use are for those namespaces only that an administrator has marked. */
export function refuseAdminAccess({
  findNamespace,
  kind,
  specOf,
  validate,
}: AdminAccessOptions): NonNullable<Strategy['reserve']> {
  return async ({ object, old }, { namespace }) => {
    if (old) return undefined;
    const index = requestsOf(specOf(object)).findIndex(({ exactly }) => exactly?.adminAccess === true);
    if (index < 0) return undefined;
    const found = await findNamespace(namespace);
    if (found && labelsOf(decodeStored(found.value))[adminLabel] === 'true') return undefined;
    const place = FieldPath.of('spec', 'devices', 'requests').index(index).child('adminAccess');
    const detail = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
    throw invalid({ group: 'resource.k8s.io', kind }, metadataOf(object).name ?? '', [
      forbidden(place, detail),
      ...validate(object),
    ]);
  };
}
