import { compositeKey, type GroupResource, type JsonObject } from '../apimachinery/meta/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import { isNotFound } from '../apimachinery/status/index.js';
import { admitAll } from '../server/handlers/index.js';
import {
  type ApiResponse,
  ApiServer,
  type ApiServerOptions,
  alwaysAllow,
  type RequestContext,
  type SharedServer,
} from '../server/index.js';
import { Backend, joinHostPort } from '../server/proxy/index.js';
import {
  decodeStored,
  type GroupDefinition,
  type ObjectRef,
  type ResourceStore,
  type StoredObject,
  StoreLister,
} from '../server/registry/index.js';
import {
  addFlowControlHooks,
  addServiceControllers,
  createSystemPriorityClasses,
  IdentityLease,
  type KubernetesServiceConfig,
  LegacyTokenTracking,
  type ServerIdentity,
  SystemNamespaces,
  untilDone,
} from './controllers/index.js';
import { admissionregistration } from './groups/admissionregistration/admissionregistration.js';
import { ParamAccessCheck } from './groups/admissionregistration/param-access-check.js';
import { apiserverInternal } from './groups/apiserverinternal/apiserverinternal.js';
import { apps } from './groups/apps/apps.js';
import { authentication } from './groups/authentication/authentication.js';
import type { TokenReviewOptions } from './groups/authentication/tokenreviews/tokenreviews.js';
import { authorization } from './groups/authorization/authorization.js';
import { autoscaling } from './groups/autoscaling/autoscaling.js';
import { batch } from './groups/batch/batch.js';
import { certificates } from './groups/certificates/certificates.js';
import { coordination } from './groups/coordination/coordination.js';
import type { ComponentState } from './groups/core/componentstatuses/componentstatuses.js';
import { localHealth } from './groups/core/componentstatuses/local-health.js';
import { core } from './groups/core/core.js';
import { createServiceAddresses } from './groups/core/services/create-addresses.js';
import type { ServiceAddresses } from './groups/core/services/reservation.js';
import { discovery } from './groups/discovery/discovery.js';
import { eventsGroup } from './groups/events/events-group.js';
import { flowcontrol } from './groups/flowcontrol/flowcontrol.js';
import { networking } from './groups/networking/networking.js';
import { node } from './groups/node/node.js';
import { policy } from './groups/policy/policy.js';
import { rbac } from './groups/rbac/rbac.js';
import { resource } from './groups/resource/resource.js';
import { scheduling } from './groups/scheduling/scheduling.js';
import { storage } from './groups/storage/storage.js';
import { type KubeletOptions, Kubelets } from './kubelets/index.js';
import { withMetadataChecks } from './metadata-checks.js';
import { NodeAuthorizer } from './node-authorizer/index.js';
import { refusePrivileged } from './pod-spec/index.js';
import { BootstrapPolicy, EscalationCheck, Policy, RbacAuthorizer, rbacGroup } from './rbac/index.js';
import {
  type FindObject,
  findCached,
  ServiceAccountTokens,
  type ServiceAccountTokensOptions,
} from './service-account-tokens/index.js';
import { registeredKinds } from './types/index.js';

export interface KubeServerOptions extends ApiServerOptions, TokenReviewOptions {
  readonly parts: SharedServer;
  /** --service-cluster-ip-range: one network, or two of different IP families. */
  readonly serviceRanges?: readonly string[];
  /** --service-node-port-range */
  readonly nodePortRange?: string;
  /** Unset: no service account tokens are issued. */
  readonly serviceAccountTokens?: ServiceAccountTokensOptions;
  /** --allow-privileged: whether privileged containers are allowed; default: false. */
  readonly allowPrivileged?: boolean;
  /** --event-ttl; default: one hour. */
  readonly eventTtlSeconds?: number;
  /** How to connect to kubelets; default: at the reported addresses, without verifying certificates. */
  readonly kubelets?: KubeletOptions;
  /** The `kubernetes` service; unset: not maintained. */
  readonly kubernetesService?: KubernetesServiceConfig;
  /** Identity lease among the servers of a storage; unset: none. */
  readonly identity?: ServerIdentity;
}

/** Serves the built-in API groups, and maintains the objects that must always exist. */
export class KubeServer extends ApiServer {
  /** Authorizes by the served roles and bindings, if RBAC is enabled. */
  readonly rbac: RbacAuthorizer;
  /** Authorizes nodes by the pods that are bound to them. */
  readonly nodes: NodeAuthorizer;
  readonly #tokens: ServiceAccountTokens | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #kubelets: Kubelets;
  /** Connections to pods use no client certificate, and do not verify the server's. */
  readonly #podNetwork = new Backend({ isInsecure: true, connectMilliseconds: 30_000 });
  readonly #objects = new Map<string, StoreLister>();

  constructor(options: KubeServerOptions) {
    const { parts, authorizer = alwaysAllow, admission = admitAll } = options;
    const policy = new Policy({ store: (plural) => this.store(rbacGroup, plural), onError: parts.onError });
    const byRoles = new RbacAuthorizer(policy);
    super({
      ...options,
      kinds: registeredKinds,
      admission: new ParamAccessCheck({
        admission: new EscalationCheck({ admission, authorizer, rbac: byRoles }),
        authorizer,
        client: parts.loopback.client,
        findPolicy: (plural, name) => this.#findPolicy(plural, name),
      }),
    });
    this.#onError = parts.onError;
    this.rbac = byRoles;
    this.nodes = new NodeAuthorizer({
      pods: () => this.store('', 'pods'),
      volumes: () => this.store('', 'persistentvolumes'),
      find: (place, name) => this.find(place, { namespace: '', name }),
      onError: parts.onError,
    });
    const { serviceAccountTokens, storage, kubernetesService } = options;
    this.#kubelets = new Kubelets(() => this.store('', 'nodes'), options.kubelets);
    this.#tokens = serviceAccountTokens && new ServiceAccountTokens(serviceAccountTokens, this.findBound);
    for (const document of this.#tokens?.documents.published ?? []) {
      parts.otherPaths.add(document.path);
      parts.openApi.publishText(document);
    }
    const { serviceRanges: ranges = ['10.0.0.0/24'], nodePortRange = '30000-32767' } = options;
    const store = (group: string, plural: string): ResourceStore => this.store(group, plural);
    const addresses = createServiceAddresses({ storage, ranges, nodePortRange, store, onError: parts.onError });
    const groups = this.#groups(options, addresses).map(withMetadataChecks).map(storedByPlural);
    for (const group of groups) this.install(options.allowPrivileged ? group : refusePrivileged(group));
    this.#addControllers(parts, options);
    addServiceControllers({ parts, storage, ranges, addresses, store, kubernetesService });
  }

  /** For admission plug-ins that check the namespace of a request. */
  findNamespace(name: string): Promise<StoredObject | undefined> {
    return findIn(this.store('', 'namespaces'), { namespace: '', name });
  }

  /** For admission plug-ins that check the account of a pod. */
  findServiceAccount(namespace: string, name: string): Promise<StoredObject | undefined> {
    return findIn(this.store('', 'serviceaccounts'), { namespace, name });
  }

  /** Returns the shared informer cache of a resource. */
  objects(group: string, plural: string): StoreLister {
    const key = compositeKey(group, plural);
    const known = this.#objects.get(key);
    if (known) return known;
    const objects = new StoreLister({ store: () => this.store(group, plural), onError: this.#onError });
    this.#objects.set(key, objects);
    return objects;
  }

  /** Returns the current pods of a namespace, decoded lazily. */
  async podsIn(namespace: string): Promise<Iterable<JsonObject>> {
    const { cacher, table } = this.store('', 'pods');
    const { entries } = await cacher.list(table.prefix(namespace));
    return (function* () {
      for (const { value } of entries) yield decodeStored(value);
    })();
  }

  /** Returns the current object; undefined if it does not exist. */
  find({ group, resource }: GroupResource, ref: ObjectRef): Promise<JsonObject | undefined> {
    return findCached(this.store(group, resource), ref);
  }

  /** Finds objects that service account tokens are bound to. */
  readonly findBound: FindObject = (resource, ref) => this.find({ group: '', resource }, ref);

  override async close(reason?: string): Promise<void> {
    await super.close(reason);
    this.#kubelets.close();
    this.#podNetwork.retire();
  }

  override serve(context: RequestContext): MaybePromise<ApiResponse> {
    const document = context.info.isResourceRequest ? undefined : this.#tokens?.documents.answer(context.request);
    return document ?? super.serve(context);
  }

  async #findPolicy(plural: string, name: string): Promise<JsonObject | undefined> {
    const stored = await findIn(this.store('admissionregistration.k8s.io', plural), { namespace: '', name });
    return stored && decodeStored(stored.value);
  }

  #groups(options: KubeServerOptions, addresses: ServiceAddresses): GroupDefinition[] {
    const { authorizer = alwaysAllow, eventTtlSeconds = 3600 } = options;
    const podOptions = {
      pods: () => this.store('', 'pods'),
      budgets: () => this.store('policy', 'poddisruptionbudgets'),
      kubelets: this.#kubelets,
      podNetwork: this.#podNetwork,
    };
    const components = {
      scheduler: () => localHealth(10_259),
      'controller-manager': () => localHealth(10_257),
      'etcd-0': () => storageHealth(options.storage),
    };
    return [
      core({ components, addresses, eventTtlSeconds, podOptions, giveToken: this.#tokens?.answer }),
      admissionregistration,
      apps,
      batch,
      authentication(options),
      authorization(authorizer),
      autoscaling,
      certificates,
      coordination,
      discovery,
      eventsGroup({ ttlSeconds: eventTtlSeconds }),
      flowcontrol,
      networking,
      node,
      policy,
      rbac,
      resource((name) => this.findNamespace(name)),
      scheduling,
      storage,
      apiserverInternal,
    ];
  }

  /** In upstream's order, which is that of the health checks. */
  #addControllers(parts: SharedServer, { identity, kubernetesService, flowControl }: KubeServerOptions): void {
    const { lifecycle, loopback, onError } = parts;
    lifecycle.addPostStartHook('start-system-namespaces-controller', async ({ signal }) => {
      const controller = new SystemNamespaces({ client: loopback.client, onError });
      signal.addEventListener('abort', () => controller.close(), { once: true });
      await controller.start();
    });
    if (identity) addIdentityLease(parts, identity, kubernetesService);
    lifecycle.addPostStartHook('storage-readiness', () => parts.cachesFilled());
    addTokenTracking(parts);
    lifecycle.addPostStartHook('rbac/bootstrap-roles', ({ signal }) =>
      new BootstrapPolicy({ client: loopback.client, onError }).run(signal),
    );
    lifecycle.addPostStartHook('scheduling/bootstrap-system-priority-classes', ({ signal }) =>
      untilDone(() => createSystemPriorityClasses(loopback.client), { signal, onError }),
    );
    if (flowControl) addFlowControlHooks(parts, flowControl);
  }
}

function addIdentityLease(parts: SharedServer, identity: ServerIdentity, service?: KubernetesServiceConfig): void {
  const { lifecycle, loopback, onError } = parts;
  let made: IdentityLease | undefined;
  // Created lazily: the port is not known before the server listens.
  const lease = (): IdentityLease => {
    const peerAddress = service && joinHostPort(service.advertiseAddress, service.port());
    made ??= new IdentityLease({ client: loopback.client, identity, peerAddress, onError });
    return made;
  };
  // The lease contains the address for peers.
  if (service) lifecycle.addPostStartHook('peer-endpoint-reconciler-controller', () => void lease());
  lifecycle.addPostStartHook('start-kube-apiserver-identity-lease-controller', () => lease().start());
  lifecycle.addPostStartHook('start-kube-apiserver-identity-lease-garbage-collector', () => lease().startCollecting());
  lifecycle.addPreShutdownHook('stop-kube-apiserver-identity-lease-controller', () => made?.close());
}

async function storageHealth(storage: KubeServerOptions['storage']): Promise<ComponentState> {
  try {
    await storage.currentRevision();
    return { isHealthy: true, message: 'ok' };
  } catch (error) {
    return { isHealthy: false, error: String(error) };
  }
}

async function findIn(store: ResourceStore, ref: ObjectRef): Promise<StoredObject | undefined> {
  try {
    return await store.get(ref);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function addTokenTracking({ lifecycle, loopback, onError }: SharedServer): void {
  lifecycle.addPostStartHook('start-legacy-token-tracking-controller', ({ signal }) => {
    const controller = new LegacyTokenTracking({ client: loopback.client, onError });
    signal.addEventListener('abort', () => void controller.close(), { once: true });
    controller.start();
  });
}

/** Storage prefix of built-in groups as in kube-apiserver: keys, which some messages show, do not contain the group. */
function storedByPlural(group: GroupDefinition): GroupDefinition {
  const resources = group.resources.map((definition) => ({ storagePrefix: definition.plural, ...definition }));
  return { ...group, resources };
}
