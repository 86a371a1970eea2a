// Follows pkg/controlplane/apiserver/server.go (v1.36)
// Follows pkg/controlplane/instance.go (v1.36)

import type { JsonObject } from '../apimachinery/meta/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
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
import { decodeStored, type GroupDefinition, type ResourceDefinition, type Stores } from '../server/registry/index.js';
import {
  addFlowControlHooks,
  addServiceControllers,
  createSystemPriorityClasses,
  IdentityLease,
  type KubernetesServiceConfig,
  LegacyTokenTracking,
  retryUntilSuccess,
  type ServerIdentity,
  SystemNamespaces,
} from './controllers/index.js';
import type { ElectionTimers } from './coordinated-leader-election/index.js';
import { kubeFeatureGates } from './feature-gates/index.js';
import { upgradeFormer } from './former-versions/index.js';
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
import { SignerPermission } from './groups/certificates/signer-permission.js';
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
import { storageMigration } from './groups/storagemigration/storagemigration.js';
import { type KubeletOptions, Kubelets } from './kubelets/index.js';
import { LogFiles } from './log-files.js';
import { memoized } from './memoized.js';
import { refusePrivileged } from './pod-spec/index.js';
import { BootstrapPolicy, EscalationCheck, RbacAuthorizer } from './rbac/index.js';
import {
  boundObjects,
  ServiceAccountTokens,
  type ServiceAccountTokensOptions,
} from './service-account-tokens/index.js';
import { typedDialect } from './types/index.js';

export interface KubeServerOptions extends ApiServerOptions, TokenReviewOptions {
  readonly shared: SharedServer;
  /** --service-cluster-ip-range: one network, or two of different IP families. */
  readonly serviceRanges?: readonly string[];
  /** --service-node-port-range */
  readonly nodePortRange?: string;
  /** Unset: no service account tokens are issued. */
  readonly serviceAccountTokens?: ServiceAccountTokensOptions;
  /** --allow-privileged: whether privileged containers are allowed; default: false. */
  readonly allowPrivileged?: boolean;
  /** --enable-logs-handler */
  readonly servesLogFiles?: boolean;
  /** --event-ttl; default: one hour. */
  readonly eventTtlSeconds?: number;
  /** How to connect to kubelets; default: at the reported addresses, without verifying certificates. */
  readonly kubelets?: KubeletOptions;
  /** The `kubernetes` service; unset: not maintained. */
  readonly kubernetesService?: KubernetesServiceConfig;
  /** Of coordinated leader election, which needs its feature gate; unset: no elections are held. */
  readonly electionTimers?: ElectionTimers;
  /** Identity lease among the servers of a storage; unset: none. */
  readonly identity?: ServerIdentity;
  /** The authorizer of roles and bindings, if requests are authorized by it too. */
  readonly rbac?: RbacAuthorizer;
}

/** Serves the built-in API groups, and maintains the objects that must always exist. */
export class KubeServer extends ApiServer {
  readonly #tokens: ServiceAccountTokens | undefined;
  readonly #kubelets: Kubelets;
  /** Connections to pods use no client certificate, and do not verify the server's. */
  readonly #logFiles: LogFiles | undefined;
  readonly #podNetwork: Backend;

  constructor(options: KubeServerOptions) {
    const { shared, authorizer = alwaysAllow, admission = admitAll, rbac = new RbacAuthorizer(shared) } = options;
    const { stores } = shared;
    super({
      ...options,
      gates: kubeFeatureGates,
      admission: new ParamAccessCheck({
        admission: new SignerPermission({
          admission: new EscalationCheck({ admission, authorizer, rbac }),
          authorizer,
        }),
        authorizer,
        client: shared.loopback.client,
        findPolicy: (plural, name) => findPolicy(stores, plural, name),
      }),
    });
    const { serviceAccountTokens, storage, kubernetesService } = options;
    this.#logFiles = options.servesLogFiles ? new LogFiles() : undefined;
    if (this.#logFiles) shared.otherPaths.add('/logs');
    this.#kubelets = new Kubelets(stores, options.kubelets);
    const { dial, bytesPerSecond } = options.kubelets ?? {};
    this.#podNetwork = new Backend({ isInsecure: true, connectMilliseconds: 30_000, bytesPerSecond, dial });
    this.#tokens = serviceAccountTokens && new ServiceAccountTokens(serviceAccountTokens, boundObjects(stores));
    for (const document of this.#tokens?.documents.published ?? []) {
      shared.otherPaths.add(document.path);
      shared.openApi.publishText(document);
    }
    const { serviceRanges: ranges = ['10.0.0.0/24'], nodePortRange = '30000-32767' } = options;
    const addresses = createServiceAddresses({
      storage,
      ranges,
      nodePortRange,
      stores,
      metrics: shared.metrics,
      onError: shared.onError,
    });
    const groups = this.#groups(options, addresses).map(builtInGroup);
    for (const group of groups) this.install(options.allowPrivileged ? group : refusePrivileged(group));
    this.#addControllers(shared, options);
    addServiceControllers({ shared, storage, ranges, addresses, kubernetesService });
  }

  override async close(reason?: string): Promise<void> {
    await super.close(reason);
    this.#kubelets.close();
    this.#podNetwork.retire();
  }

  override serve(context: RequestContext): MaybePromise<ApiResponse> {
    if (context.info.isResourceRequest) return super.serve(context);
    const document = this.#tokens?.documents.respond(context.request);
    if (document || !this.#logFiles) return document ?? super.serve(context);
    return this.#logFiles.respond(context.request).then((response) => response ?? super.serve(context));
  }

  #groups(options: KubeServerOptions, addresses: ServiceAddresses): GroupDefinition[] {
    const { authorizer = alwaysAllow, eventTtlSeconds = 3600 } = options;
    const podOptions = {
      stores: this.shared.stores,
      kubelets: this.#kubelets,
      podNetwork: this.#podNetwork,
    };
    const components = {
      scheduler: () => localHealth(10_259),
      'controller-manager': () => localHealth(10_257),
      'etcd-0': () => storageHealth(options.storage),
    };
    return [
      core({ components, addresses, eventTtlSeconds, podOptions, giveToken: this.#tokens?.response }),
      admissionregistration,
      apps,
      batch,
      authentication(options),
      authorization(authorizer),
      autoscaling,
      certificates(this.shared.metrics),
      coordination,
      discovery,
      eventsGroup({ ttlSeconds: eventTtlSeconds }),
      flowcontrol,
      networking,
      node,
      policy,
      rbac,
      resource(this.shared.stores, authorizer),
      scheduling,
      storage,
      storageMigration,
      apiserverInternal,
    ];
  }

  /** In upstream's order, which is that of the health checks. */
  #addControllers(shared: SharedServer, options: KubeServerOptions): void {
    const { identity, kubernetesService, flowControl, electionTimers } = options;
    const { lifecycle, loopback, onError } = shared;
    lifecycle.addPostStartHook('start-system-namespaces-controller', async ({ signal }) => {
      const controller = new SystemNamespaces({ client: loopback.client, onError });
      signal.addEventListener('abort', () => controller.close(), { once: true });
      await controller.start();
    });
    if (identity && electionTimers && this.features.isEnabled('CoordinatedLeaderElection')) {
      addElections(shared, identity, electionTimers);
    }
    if (identity && this.features.isEnabled('APIServerIdentity')) addIdentityLease(shared, identity, kubernetesService);
    lifecycle.addPostStartHook('storage-readiness', () => shared.cachesFilled());
    addTokenTracking(shared);
    lifecycle.addPostStartHook('rbac/bootstrap-roles', ({ signal }) =>
      new BootstrapPolicy({ client: loopback.client, features: this.features, onError }).run(signal),
    );
    lifecycle.addPostStartHook('scheduling/bootstrap-system-priority-classes', ({ signal }) =>
      retryUntilSuccess(() => createSystemPriorityClasses(loopback.client), { signal, onError }),
    );
    if (flowControl) addFlowControlHooks(shared, flowControl);
  }
}

function addElections({ lifecycle, loopback, onError }: SharedServer, server: ServerIdentity, timers: ElectionTimers) {
  // Unambiguous: ids are unique by themselves.
  const identity = `${server.hostname}_${server.id}`;
  lifecycle.addPostStartHook('start-kube-apiserver-coordinated-leader-election-controller', async ({ signal }) => {
    const { runElections } = await import('./coordinated-leader-election/index.js');
    void runElections({ client: loopback.client, identity, timers, onError }, signal);
  });
}

function addIdentityLease(shared: SharedServer, identity: ServerIdentity, service?: KubernetesServiceConfig): void {
  const { lifecycle, loopback, onError } = shared;
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

async function findPolicy(stores: Stores, plural: string, name: string): Promise<JsonObject | undefined> {
  const stored = await stores.find('admissionregistration.k8s.io', plural, { namespace: '', name });
  return stored && decodeStored(stored.value);
}

function addTokenTracking({ lifecycle, loopback, onError }: SharedServer): void {
  lifecycle.addPostStartHook('start-legacy-token-tracking-controller', ({ signal }) => {
    const controller = new LegacyTokenTracking({ client: loopback.client, onError });
    signal.addEventListener('abort', () => void controller.close(), { once: true });
    controller.start();
  });
}

const builtInDialect = { ...typedDialect, upgradeFormer };

/**
 * What the resources of all built-in groups have in common: their dialect, and a storage prefix as in kube-apiserver.
 * Keys, which some messages show, do not contain the group.
 */
function builtInGroup(group: GroupDefinition): GroupDefinition {
  return { ...group, resources: group.resources.map(builtIn) };
}

/** The servers of a process share definitions, and what is compiled from them. */
const builtIn = memoized(
  (definition: ResourceDefinition): ResourceDefinition => ({
    dialect: builtInDialect,
    storagePrefix: definition.plural,
    ...definition,
  }),
);
