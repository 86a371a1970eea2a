// Follows plugin/pkg/admission/gc/gc_admission.go (v1.36)

import type { APIResource, APIResourceList, ObjectMeta, OwnerReference } from '../../api/meta/v1.js';
import {
  formatGroupVersion,
  type GroupVersion,
  goQuote,
  type JsonObject,
  jsonEqual,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { resourceAccess } from '../../server/authorization/index.js';
import type { Authorizer } from '../../server/index.js';
import type { RequestInfo } from '../../server/routing/index.js';
import { definePlugin } from './plugin-definition.js';

export interface OwnerReferencesOptions {
  readonly authorizer: Authorizer;
  /** Used to discover the resources of owner kinds. */
  readonly client: RestClient;
}

/** Users with this permission may update finalizers of all objects, so that owner kinds need not be resolved. */
const finalizeAnything = resourceAccess({
  verb: 'update',
  apiGroup: '*',
  resource: '*',
  subresource: 'finalizers',
  name: '*',
});

export const ownerReferencesPermissionEnforcement = definePlugin({
  name: 'OwnerReferencesPermissionEnforcement',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  create: ({ authorizer, client }) => new OwnerReferencesPermissionEnforcement({ authorizer, client }),
});

/**
 * Setting an owner makes the object subject to garbage collection, and `blockOwnerDeletion` delays the deletion of the
 * owner. Requires permission to delete the object and to update the finalizers of the owner.
 */
export class OwnerReferencesPermissionEnforcement implements AdmissionHandler {
  readonly #options: OwnerReferencesOptions;

  constructor(options: OwnerReferencesOptions) {
    this.#options = options;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object, old } = request;
    if (!object || isPodStatus(request) || haveSameOwners(object, old)) return;
    return this.#check(request, newBlocking(ownersOf(object), ownersOf(old)));
  }

  async #check(request: AdmissionRequest, blocking: readonly OwnerReference[]): Promise<void> {
    if (request.operation !== 'CREATE') await this.#checkDelete(request);
    if (blocking.length === 0) return;
    const { decision } = await this.#options.authorizer.authorize(request.user, finalizeAnything);
    if (decision === 'allow') return;
    for (const owner of blocking) await this.#checkOwner(request, owner);
  }

  async #checkDelete(request: AdmissionRequest): Promise<void> {
    const { namespace, name, subresource, resource } = request.attributes;
    const { group: apiGroup, version: apiVersion } = resource;
    const object = { apiGroup, apiVersion, resource: resource.resource, subresource, namespace, name };
    const refusal = "cannot set an ownerRef on a resource you can't delete";
    await this.#require(request, resourceAccess({ verb: 'delete', ...object }), refusal);
  }

  async #checkOwner(request: AdmissionRequest, { apiVersion, kind, name }: OwnerReference): Promise<void> {
    for (const { plural, isNamespaced, group, version } of await this.#resourcesOf(request, apiVersion, kind)) {
      const finalize = resourceAccess({
        verb: 'update',
        apiGroup: group,
        apiVersion: version,
        resource: plural,
        subresource: 'finalizers',
        name,
        namespace: isNamespaced ? request.attributes.namespace : '',
      });
      const refusal =
        "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
      await this.#require(request, finalize, refusal);
    }
  }

  async #resourcesOf(request: AdmissionRequest, apiVersion: string, kind: string) {
    try {
      const version = parseGroupVersion(apiVersion);
      const resources = await resourcesOfKind(this.#options.client, version, kind);
      return resources.map((resource) => ({ ...resource, ...version }));
    } catch (error) {
      const what = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
      const { message } = error as Error;
      throw forbiddenBy(request, `cannot set blockOwnerDeletion in this case because ${what}: ${message}`);
    }
  }

  async #require(request: AdmissionRequest, access: RequestInfo, refusal: string): Promise<void> {
    const { decision, reason = '' } = await this.#options.authorizer.authorize(request.user, access);
    if (decision !== 'allow') throw forbiddenBy(request, `${refusal}: ${reason}, <nil>`);
  }
}

/** Owners cannot be changed through the status subresource, and old kubelets send wrong ones. */
function isPodStatus({ attributes }: AdmissionRequest): boolean {
  const { resource, subresource } = attributes;
  return resource.resource === 'pods' && resource.group === '' && subresource === 'status';
}

function ownersOf(object: JsonObject | undefined): OwnerReference[] {
  return (object?.['metadata'] as ObjectMeta | undefined)?.ownerReferences ?? [];
}

function haveSameOwners(object: JsonObject, old: JsonObject | undefined): boolean {
  const [owners, before] = [ownersOf(object), ownersOf(old)];
  if (owners.length === 0 && before.length === 0) return true;
  return jsonEqual(owners, before);
}

/** Owners with `blockOwnerDeletion` that did not have it before. */
function newBlocking(owners: readonly OwnerReference[], before: readonly OwnerReference[]): OwnerReference[] {
  const kept = new Set(before.filter((owner) => owner.blockOwnerDeletion).map(({ uid }) => uid));
  return owners.filter((owner) => owner.blockOwnerDeletion && !kept.has(owner.uid));
}

/** A resource that serves a kind. */
interface ServedResource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Returns the resources that serve a kind, from discovery; throws an error if there are none. */
async function resourcesOfKind(
  client: RestClient,
  version: GroupVersion,
  kind: string,
): Promise<readonly ServedResource[]> {
  const found = (await discovered(client, version))
    .filter((resource) => resource.kind === kind && !resource.name.includes('/'))
    .map(({ name, namespaced }) => ({ plural: name, isNamespaced: namespaced }));
  if (found.length > 0) return found;
  throw new Error(`no matches for kind ${goQuote(kind)} in version ${goQuote(formatGroupVersion(version))}`);
}

async function discovered(client: RestClient, { group, version }: GroupVersion): Promise<APIResource[]> {
  const [prefix, ...path] = group === '' ? ['api', version] : ['apis', group, version];
  const target = `/${[prefix, ...path.map(encodeURIComponent)].join('/')}`;
  try {
    const list = (await client.object({ method: 'GET', target })) as APIResourceList;
    return list.resources ?? [];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
