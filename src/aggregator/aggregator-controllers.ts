import type { Informer } from '../client/informer/index.js';
import type { SharedServer } from '../server/index.js';
import type { KeyPairFile } from '../server/proxy/index.js';
import { type ApiService, type ApiServiceSpec, apiServiceName, apiServicesResource } from './api-service/index.js';
import {
  type AuthenticationInfo,
  AuthenticationInfoPublisher,
  AutoRegistration,
  type ClusterServices,
  CustomResourceVersions,
  type DefinitionInformer,
  DiscoveryAggregation,
  LocalAvailability,
  OpenApiAggregation,
  RemoteAvailability,
  StatusWriter,
} from './controllers/index.js';
import { builtInVersions, customResourcePriorities, type LocalVersion } from './priorities.js';

import { RegistrationCheck } from './registration-check.js';
import { type LocateService, RemoteCaller } from './remote-caller.js';
import type { RemoteServices } from './remote-services.js';

export interface AggregatorControllersOptions {
  readonly shared: SharedServer;
  readonly informer: Informer<ApiService>;
  readonly services: ClusterServices;
  readonly remotes: RemoteServices;
  readonly locate: LocateService;
  readonly keyPair: KeyPairFile | undefined;
  readonly definitions: DefinitionInformer | undefined;
  readonly authenticationInfo: AuthenticationInfo | undefined;
  readonly now: () => number;
  /** Another process of the same server registers the group versions of the chain. */
  readonly isFollower: boolean;
}

/** The controllers of an aggregator, each a post-start hook with upstream's name. */
export class AggregatorControllers {
  readonly #options: AggregatorControllersOptions;
  readonly #started: { close(): Promise<void> }[] = [];
  readonly #openApi: OpenApiAggregation;

  constructor(options: AggregatorControllersOptions) {
    const { shared, remotes, locate, now } = options;
    this.#options = options;
    const caller = new RemoteCaller(locate);
    this.#openApi = new OpenApiAggregation({
      remotes,
      caller,
      openApi: shared.openApi,
      now,
      queueMetrics: shared.queueMetrics,
    });
    // In upstream's order, which is that of the health checks.
    this.#addInformers();
    this.#addAvailability(caller);
    this.#addDiscovery(caller);
    this.#addRegistration();
    this.#addOpenApi();
    this.#addAuthenticationInfo();
  }

  refreshSwagger(): void {
    this.#openApi.refreshSwagger();
  }

  async close(): Promise<void> {
    const { informer, services, keyPair } = this.#options;
    keyPair?.close();
    await Promise.all(this.#started.map((controller) => controller.close()));
    await Promise.all([informer.close(), services.close()]);
  }

  #hook(name: string, start: () => void | Promise<void>): void {
    this.#options.shared.lifecycle.addPostStartHook(name, start);
  }

  #run<Controller extends { start(): void; close(): Promise<void> }>(controller: Controller): void {
    this.#started.push(controller);
    controller.start();
  }

  #addInformers(): void {
    const { informer, keyPair, shared } = this.#options;
    if (keyPair) this.#hook('aggregator-reload-proxy-client-cert', () => keyPair.watch({ onError: shared.onError }));
    this.#hook('start-kube-aggregator-informers', () => informer.start());
  }

  #addAvailability(caller: RemoteCaller): void {
    const { informer, services, remotes, shared, now } = this.#options;
    const { metrics, loopback, queueMetrics } = shared;
    const apiServices = loopback.client.resource<ApiService>(apiServicesResource);
    const statuses = new StatusWriter({ apiServices, metrics, now });
    this.#hook('apiservice-status-local-available-controller', () =>
      this.#run(new LocalAvailability({ informer, statuses, queueMetrics })),
    );
    this.#hook('apiservice-status-remote-available-controller', () => {
      const probe = async (apiService: ApiService, signal: AbortSignal): Promise<void> => {
        const remote = remotes.get(apiServiceName(apiService.spec));
        if (remote) await caller.probe(remote, signal);
      };
      this.#run(new RemoteAvailability({ informer, services, statuses, probe, queueMetrics }));
    });
  }

  #addDiscovery(caller: RemoteCaller): void {
    const { informer, remotes, shared } = this.#options;
    const { discovery, queueMetrics } = shared;
    this.#hook('apiservice-registration-controller', () => informer.synced());
    this.#hook('apiservice-discovery-controller', async () => {
      await informer.synced();
      this.#run(new DiscoveryAggregation({ remotes, caller, discovery, queueMetrics }));
    });
  }

  #addOpenApi(): void {
    // v2 documents are fetched when ours is requested, so nothing starts here; health checks expect the name.
    this.#hook('apiservice-openapi-controller', () => {});
    this.#hook('apiservice-openapiv3-controller', () => this.#run(this.#openApi));
  }

  #addRegistration(): void {
    const { informer, shared, isFollower } = this.#options;
    const { onError, health, loopback, queueMetrics } = shared;
    const check = new RegistrationCheck(informer);
    this.#hook('kube-apiserver-autoregistration', async () => {
      const apiServices = loopback.client.resource<ApiService>(apiServicesResource);
      const registration = new AutoRegistration({ informer, apiServices, onError, queueMetrics });
      const local = [...builtInVersions()].filter(({ group, version }) => shared.discovery.has(group, version));
      for (const version of local) registration.want(specOf(version), 'onstart');
      await informer.synced();
      const seen = (name: string): boolean => informer.lister.get(name) !== undefined;
      check.expect(local.map(apiServiceName), seen);
      if (isFollower) return;
      void this.#registerLocalVersions(registration).then(() => this.#run(registration), onError);
    });
    health.addBootSequence(check);
  }

  /**
   * Resolves when the initial versions are registered: before that, APIServices of ours must not be deleted as
   * obsolete.
   */
  async #registerLocalVersions(registration: AutoRegistration): Promise<void> {
    const { shared, definitions } = this.#options;
    if (!shared.discovery.has('apiextensions.k8s.io', 'v1')) return;
    const versions = definitions
      ? new CustomResourceVersions({ informer: definitions })
      : CustomResourceVersions.watch(shared.loopback.client, shared.onError);
    this.#started.push(versions);
    await versions.start({
      added: (version) => registration.want(specOf({ ...version, ...customResourcePriorities }), 'true'),
      removed: (version) => registration.unwant(apiServiceName(version)),
    });
  }

  #addAuthenticationInfo(): void {
    const { authenticationInfo: info, shared, now } = this.#options;
    if (!info) return;
    const { client } = shared.loopback;
    this.#hook('start-cluster-authentication-info-controller', () =>
      this.#run(
        new AuthenticationInfoPublisher({
          client,
          info,
          now,
          onError: shared.onError,
          queueMetrics: shared.queueMetrics,
        }),
      ),
    );
  }
}

function specOf({ group, version, groupPriority, versionPriority }: LocalVersion): ApiServiceSpec {
  return { ...(group !== '' && { group }), version, groupPriorityMinimum: groupPriority, versionPriority };
}
