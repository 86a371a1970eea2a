// Follows plugin/pkg/auth/authorizer/node/node_authorizer.go (v1.36)

import type { PodCertificateRequest } from '../../api/certificates/v1beta1.js';
import type { PersistentVolume } from '../../api/core/v1.js';
import type { ResourceSlice } from '../../api/resource/v1.js';
import type { VolumeAttachment } from '../../api/storage/v1.js';
import { type GroupResource, goQuote } from '../../apimachinery/meta/index.js';
import { parseFieldSelector, SelectorError } from '../../apimachinery/selectors/index.js';
import { type Decision, type KnownRules, noRules } from '../../server/authorization/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import type { Authorizer, UserInfo } from '../../server/index.js';
import { type ObjectRef, StoreInformer, type Stores } from '../../server/registry/index.js';
import type { RequestInfo } from '../../server/routing/index.js';
import { nodeRules, type PolicyRule, ruleAllows } from '../rbac/index.js';
import { findCached } from '../service-account-tokens/index.js';
import { NodeNeeds } from './node-needs.js';
import { nodeOf } from './node-of.js';
import type { NeededResource } from './pod-references.js';
import { VolumeSecrets } from './volume-secrets.js';

export interface NodeAuthorizerOptions {
  /** The stores of pods, and of what they refer to. */
  readonly stores: Stores;
  readonly features: FeatureGates;
  readonly onError: (error: unknown) => void;
}

const allow: Decision = { decision: 'allow' };
const notAllowed = (reason?: string): Decision => ({ decision: 'no-opinion', ...(reason && { reason }) });

/** Allows nodes to read what the pods bound to them reference, and to report their status; nothing more. */
export class NodeAuthorizer implements Authorizer {
  readonly #options: NodeAuthorizerOptions;
  readonly #needs = new NodeNeeds();
  readonly #volumeSecrets = new VolumeSecrets();
  #synced: Promise<void> | undefined;
  #rules: readonly PolicyRule[] | undefined;

  constructor(options: NodeAuthorizerOptions) {
    this.#options = options;
  }

  async authorize(user: UserInfo, info: RequestInfo): Promise<Decision> {
    const node = nodeOf(user);
    if (node === undefined) return notAllowed();
    if (node === '') return notAllowed(`unknown node for user ${goQuote(user.name)}`);
    const own = info.isResourceRequest ? await this.#authorizeOwn(node, info) : undefined;
    if (own) return own;
    this.#rules ??= nodeRules(this.#options.features);
    return this.#rules.some((rule) => ruleAllows(rule, info)) ? allow : notAllowed();
  }

  readonly listRules = async (user: UserInfo): Promise<KnownRules> => {
    if (nodeOf(user) === undefined) return noRules;
    return { ...noRules, incomplete: true, errors: ['node authorizer does not support user rule resolution'] };
  };

  /** Returns undefined for resources without object-level restrictions. */
  #authorizeOwn(node: string, info: RequestInfo): Promise<Decision> | Decision | undefined {
    switch (info.apiGroup === '' ? info.resource : `${info.resource}.${info.apiGroup}`) {
      case 'secrets':
      case 'configmaps':
        return this.#authorizeRead(node, info);
      case 'persistentvolumeclaims':
        return info.subresource === 'status' ? this.#authorizeStatus(node, info) : this.#authorizeGet(node, info);
      case 'persistentvolumes':
      case 'volumeattachments.storage.k8s.io':
      case 'resourceclaims.resource.k8s.io':
        return this.#authorizeGet(node, info);
      case 'serviceaccounts':
        return this.#authorizeAccount(node, info);
      case 'leases.coordination.k8s.io':
        return authorizeLease(node, info);
      case 'csinodes.storage.k8s.io':
        return authorizeCsiNode(node, info);
      case 'nodes':
        return authorizeNode(node, info);
      case 'pods':
        return this.#authorizePod(node, info);
      case 'resourceslices.resource.k8s.io':
        return this.#authorizeSlices(node, info);
      case 'podcertificaterequests.certificates.k8s.io':
        return this.#authorizeCertificateRequest(node, info);
      default:
        return undefined;
    }
  }

  #authorizeRead(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (!['get', 'list', 'watch'].includes(info.verb)) return notAllowed('can only read resources of this type');
    if (info.subresource !== '') return notAllowed('cannot read subresource');
    if (info.namespace === '') return notAllowed('can only read namespaced object of this type');
    return this.#authorizeNeeded(node, info);
  }

  #authorizeGet(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (info.verb !== 'get') return notAllowed('can only get individual resources of this type');
    if (info.subresource !== '') return notAllowed('cannot get subresource');
    return this.#authorizeNeeded(node, info);
  }

  #authorizeStatus(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (!['update', 'patch'].includes(info.verb)) return notAllowed('can only get/update/patch this type');
    return this.#authorizeNeeded(node, info);
  }

  #authorizeAccount(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (info.verb === 'get' && info.subresource === '') {
      return this.#mayGetAccounts()
        ? this.#authorizeRead(node, info)
        : notAllowed('not allowed to get service accounts');
    }
    if (info.verb !== 'create' || info.name === '') {
      return notAllowed('can only create tokens for individual service accounts');
    }
    if (info.subresource !== 'token') return notAllowed('can only create token subresource of serviceaccount');
    return this.#authorizeNeeded(node, info);
  }

  #mayGetAccounts(): boolean {
    const { features } = this.#options;
    return (
      features.isEnabled('KubeletServiceAccountTokenForCredentialProviders') ||
      features.isEnabled('PodCertificateRequest')
    );
  }

  #authorizePod(node: string, info: RequestInfo): Promise<Decision> | Decision {
    const { verb, subresource } = info;
    if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : notAllowed();
    if (subresource === 'eviction') return verb === 'create' ? allow : notAllowed();
    if (subresource !== '') return notAllowed();
    if (verb === 'create' || verb === 'delete') return allow;
    if (verb === 'get') return this.#authorizeNeeded(node, info);
    if (verb !== 'list' && verb !== 'watch') return notAllowed();
    if (selectsNode(info.fieldSelector, node)) return allow;
    if (info.name !== '') return this.#authorizeNeeded(node, info);
    return notAllowed('can only list/watch pods with spec.nodeName field selector');
  }

  /** Creation is checked by admission. */
  #authorizeSlices(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (info.subresource !== '') return notAllowed('cannot authorize ResourceSlice subresources');
    switch (info.verb) {
      case 'create':
        return allow;
      case 'get':
      case 'update':
      case 'patch':
      case 'delete':
        return this.#authorizeNeeded(node, info);
      case 'list':
      case 'watch':
      case 'deletecollection':
        if (selectsNode(info.fieldSelector, node)) return allow;
        return notAllowed('can only list/watch/deletecollection resourceslices with nodeName field selector');
      default:
        return notAllowed(
          'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
        );
    }
  }

  /** Creation is checked by admission. */
  #authorizeCertificateRequest(node: string, info: RequestInfo): Promise<Decision> | Decision {
    if (!this.#options.features.isEnabled('PodCertificateRequest')) return notAllowed();
    if (info.subresource !== '') {
      return notAllowed('nodes may not access the status subresource of PodCertificateRequests');
    }
    switch (info.verb) {
      case 'create':
        return allow;
      case 'get':
        return this.#authorizeNeeded(node, info);
      case 'list':
      case 'watch':
        if (selectsNode(info.fieldSelector, node)) return allow;
        return notAllowed('can only list/watch podcertificaterequests with nodeName field selector');
      default:
        return notAllowed(`nodes may not ${info.verb} podcertificaterequests`);
    }
  }

  async #authorizeNeeded(node: string, { resource, namespace, name }: RequestInfo): Promise<Decision> {
    if (name === '') return notAllowed('No Object name found');
    this.#synced ??= this.#follow();
    await this.#synced;
    if (await this.#isNeeded(node, resource, { namespace, name })) return allow;
    return notAllowed(`no relationship found between node '${node}' and this object`);
  }

  async #isNeeded(node: string, resource: string, ref: ObjectRef): Promise<boolean> {
    if (resource === 'persistentvolumes') return this.#isBoundToNeeded(node, ref.name);
    const group = groupsOfNodeObjects.get(resource);
    if (group !== undefined) return this.#namesNode(node, { group, resource }, ref);
    if (this.#needs.has(node, resource as NeededResource, ref)) return true;
    if (resource !== 'secrets') return false;
    return this.#volumeSecrets.claimsOf(ref).some((claim) => this.#needs.has(node, 'persistentvolumeclaims', claim));
  }

  async #namesNode(node: string, { group, resource }: GroupResource, ref: ObjectRef): Promise<boolean> {
    const object = await findCached<NodeObject>(this.#options.stores.get(group, resource), ref);
    return object?.spec.nodeName === node;
  }

  /** A node may read a volume if it may read the volume's claim. */
  async #isBoundToNeeded(node: string, name: string): Promise<boolean> {
    const volumes = this.#options.stores.get('', 'persistentvolumes');
    const volume = await findCached<PersistentVolume>(volumes, { namespace: '', name });
    const { namespace: claimNamespace = '', name: claimName = '' } = volume?.spec?.claimRef ?? {};
    return this.#needs.has(node, 'persistentvolumeclaims', { namespace: claimNamespace, name: claimName });
  }

  async #follow(): Promise<void> {
    const { stores, onError } = this.#options;
    const followers = [
      new StoreInformer(stores.get('', 'pods'), this.#needs, onError),
      new StoreInformer(stores.get('', 'persistentvolumes'), this.#volumeSecrets, onError),
    ];
    for (const follower of followers) follower.start();
    await Promise.all(followers.map(({ synced }) => synced));
  }
}

type NodeObject = VolumeAttachment | ResourceSlice | PodCertificateRequest;

/** Resources whose objects name in `spec.nodeName` the node that may read them. */
const groupsOfNodeObjects = new Map([
  ['volumeattachments', 'storage.k8s.io'],
  ['resourceslices', 'resource.k8s.io'],
  ['podcertificaterequests', 'certificates.k8s.io'],
]);

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete'];

/** The name is unknown on create; the NodeRestriction plug-in checks that the lease is the node's own. */
function authorizeLease(node: string, { verb, namespace, name }: RequestInfo): Decision {
  if (!ownVerbs.includes(verb)) return notAllowed('can only get, create, update, patch, or delete a node lease');
  if (namespace !== 'kube-node-lease') {
    return notAllowed('can only access leases in the "kube-node-lease" system namespace');
  }
  if (verb !== 'create' && name !== node) {
    return notAllowed('can only access node lease with the same name as the requesting node');
  }
  return allow;
}

function authorizeCsiNode(node: string, { verb, subresource, name }: RequestInfo): Decision {
  if (!ownVerbs.includes(verb)) return notAllowed('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return notAllowed('cannot authorize CSINode subresources');
  if (verb !== 'create' && name !== node) {
    return notAllowed('can only access CSINode with the same name as the requesting node');
  }
  return allow;
}

function authorizeNode(node: string, { verb, subresource, name }: RequestInfo): Decision {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : notAllowed();
  if (subresource !== '') return notAllowed();
  if (verb === 'create' || verb === 'update' || verb === 'patch') return allow;
  if (!['get', 'list', 'watch'].includes(verb)) return notAllowed();
  if (name === node) return allow;
  if (name === '') return notAllowed(`node '${node}' cannot read all nodes, only its own Node object`);
  return notAllowed(`node '${node}' cannot read '${name}', only its own Node object`);
}

function selectsNode(fieldSelector: string, node: string): boolean {
  try {
    return parseFieldSelector(fieldSelector).requiresExact('spec.nodeName') === node;
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}
