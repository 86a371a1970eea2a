// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go (v1.36)

import { sleep, systemClock } from '../apimachinery/clock/index.js';
import type { Dial } from '../apimachinery/dial/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import { Informer } from '../client/informer/index.js';
import { RegisteredGroups } from '../server/discovery/index.js';
import type { ApiResponse } from '../server/http/index.js';
import {
  ApiServer,
  type ApiServerOptions,
  type ListenOptions,
  type RequestContext,
  type SharedServer,
} from '../server/index.js';
import {
  type BackendAddress,
  type KeyPair,
  KeyPairFile,
  type KeyPairFiles,
  plainError,
} from '../server/proxy/index.js';
import type { RequestInfo } from '../server/routing/index.js';
import { AggregatorControllers } from './aggregator-controllers.js';
import {
  type ApiService,
  type ApiServiceType,
  apiRegistration,
  apiRegistrationGroup,
  apiServicesResource,
  nameOf,
} from './api-service/index.js';
import type { AuthenticationInfo, DefinitionInformer } from './controllers/index.js';
import { ClusterServices } from './controllers/index.js';
import { builtInVersions, ownPriorities } from './priorities.js';
import { byClusterIp, byEndpoint, forward, withOwnService } from './proxy/index.js';
import type { LocateService } from './remote-caller.js';
import type { RemoteService } from './remote-service.js';
import { RemoteServices } from './remote-services.js';

export interface AggregatorOptions extends ApiServerOptions {
  readonly shared: SharedServer;
  /** The next server of the chain. */
  readonly delegate: NonNullable<ApiServerOptions['delegate']>;
  /** Provides the type of APIServices, as of all built-in kinds. */
  readonly apiServiceType: ApiServiceType;
  /** --proxy-client-cert-file and --proxy-client-key-file: the client certificate for extension API servers. */
  readonly proxyClient?: KeyPairFiles | KeyPair | undefined;
  /** Opens connections to extension API servers. Unset: they are direct. */
  readonly dial?: Dial | undefined;
  /** --enable-aggregator-routing: requests are sent to endpoints of a Service instead of its cluster IP. */
  readonly routesToEndpoints?: boolean | undefined;
  /** --aggregator-reject-forwarding-redirect. Unset: true. */
  readonly rejectRedirects?: boolean | undefined;
  /** Of the CustomResourceDefinitions, whose group versions are registered. Unset: they are watched through the API. */
  readonly definitions?: DefinitionInformer | undefined;
  /** Another process of the same server registers the group versions of the chain. */
  readonly isFollower?: boolean | undefined;
  /** Published for extension API servers, to authenticate their clients. Unset: nothing is published. */
  readonly authenticationInfo?: AuthenticationInfo | undefined;
}

/** How long a request waits for the APIServices to be synced, which fails while one of them cannot be read. */
const patienceMilliseconds = 5000;

/** The first server of the chain: proxies the group versions of extension API servers, and delegates the rest. */
export class Aggregator extends ApiServer {
  readonly #options: AggregatorOptions;
  readonly #keyPair: KeyPairFile | undefined;
  readonly #locate: LocateService;
  readonly #isIdentity: (name: string) => boolean;
  readonly #remotes: RemoteServices;
  readonly #informer: Informer<ApiService>;
  readonly #controllers: AggregatorControllers;
  /** Set until the APIServices are synced. */
  #isStarting = false;

  constructor(options: AggregatorOptions) {
    super(options);
    const { shared, proxyClient, routesToEndpoints = false, clock = systemClock } = options;
    const { client } = shared.loopback;
    this.#options = options;
    this.#keyPair = proxyClient && new KeyPairFile(proxyClient);
    const services = new ClusterServices(client, shared.onError);
    const resolve = withOwnService(routesToEndpoints ? byEndpoint(services) : byClusterIp(services), () => ({
      host: 'localhost',
      port: this.port,
    }));
    this.#locate = async (reference) => {
      await services.ready();
      return resolve(reference);
    };
    this.#isIdentity = identityHeadersOf(options.authenticationInfo);
    this.#remotes = new RemoteServices({ keyPair: () => this.#keyPair?.current, dial: options.dial });
    this.install(apiRegistration(options.apiServiceType, () => clock.now()));
    this.#informer = new Informer<ApiService>({
      source: client.resource<ApiService>(apiServicesResource),
      onError: shared.onError,
    });
    this.#register();
    this.#controllers = new AggregatorControllers({
      shared,
      informer: this.#informer,
      services,
      remotes: this.#remotes,
      locate: this.#locate,
      keyPair: this.#keyPair,
      definitions: options.definitions,
      authenticationInfo: options.authenticationInfo,
      isFollower: options.isFollower ?? false,
      now: () => clock.now(),
    });
  }

  override serve(context: RequestContext): MaybePromise<ApiResponse> {
    if (this.#isStarting && this.#mayBeRemote(context.info)) return this.#serveWhenRegistered(context);
    return this.#serveRegistered(context);
  }

  #serveRegistered(context: RequestContext): MaybePromise<ApiResponse> {
    const { info } = context;
    const remote = this.#remotes.find(info);
    if (remote) return this.#handOn(context, remote);
    if (info.isResourceRequest) return this.#serveResource(context);
    return info.path.startsWith('/openapi/') ? this.#serveOpenApi(context) : super.serve(context);
  }

  /** Nearly all requests are for the next server, so the local lookup is skipped. */
  #serveResource(context: RequestContext): MaybePromise<ApiResponse> {
    return context.info.apiGroup === apiRegistrationGroup
      ? super.serve(context)
      : this.#options.delegate.serve(context);
  }

  override async start(options: ListenOptions): Promise<void> {
    await this.#keyPair?.reload();
    this.#isStarting = true;
    this.#informer.synced().then(
      () => {
        this.#isStarting = false;
      },
      () => undefined,
    );
    await super.start(options);
  }

  override async close(reason?: string): Promise<void> {
    await super.close(reason);
    await this.#controllers.close();
    for (const remote of [...this.#remotes.all()]) remote.close();
  }

  /** Applies changes of APIServices immediately. */
  #register(): void {
    const { discovery } = this.shared;
    const groups = new RegisteredGroups({ first: apiRegistrationGroup });
    groups.set(apiRegistrationGroup, 'v1', ownPriorities);
    discovery.listRegistered(groups);
    discovery.setPriorities(apiRegistrationGroup, 'v1', ownPriorities);
    for (const { group, version, ...priorities } of builtInVersions())
      discovery.setPriorities(group, version, priorities);
    const set = (apiService: ApiService): void => {
      const { group = '', version, groupPriorityMinimum: groupPriority, versionPriority } = apiService.spec;
      if (group !== apiRegistrationGroup) groups.set(group, version, { groupPriority, versionPriority });
      this.#remotes.set(apiService);
    };
    this.#informer.addHandler({
      added: set,
      updated: (_old, apiService) => set(apiService),
      deleted: (apiService) => {
        const { group = '', version } = apiService.spec;
        if (group !== apiRegistrationGroup) groups.delete(group, version);
        this.#remotes.remove(nameOf(apiService));
      },
    });
  }

  /**
   * Waits for the APIServices, so that no request gets a 404 before it is known who serves it; but not indefinitely.
   */
  async #serveWhenRegistered(context: RequestContext): Promise<ApiResponse> {
    const enough = new AbortController();
    await Promise.race([
      this.#informer.synced(),
      sleep(systemClock, patienceMilliseconds, { unref: true, signal: enough.signal }).catch(() => undefined),
    ]);
    enough.abort();
    return this.#serveRegistered(context);
  }

  #mayBeRemote(info: RequestInfo): boolean {
    const { isResourceRequest, apiGroup, apiVersion } = info;
    return isResourceRequest && !this.#remotes.find(info) && !this.shared.discovery.has(apiGroup, apiVersion);
  }

  async #handOn(context: RequestContext, remote: RemoteService): Promise<ApiResponse> {
    const address = remote.isAvailable ? await this.#addressOf(remote) : undefined;
    if (!address) return plainError(503, 'service unavailable');
    const { rejectRedirects = true } = this.#options;
    const isIdentity = this.#isIdentity;
    const passesUid = this.shared.features.isEnabled('RemoteRequestHeaderUID');
    return forward(context, { backend: remote.backend, address, isIdentity, passesUid, rejectRedirects });
  }

  async #addressOf({ reference }: RemoteService): Promise<BackendAddress | undefined> {
    try {
      return await this.#locate(reference);
    } catch (error) {
      this.shared.onError(error);
      return undefined;
    }
  }

  async #serveOpenApi(context: RequestContext): Promise<ApiResponse> {
    const { path } = context.info;
    if (path === '/openapi/v2') this.#controllers.refreshSwagger();
    const prefix = '/openapi/v3/';
    const owner = path.startsWith(prefix) ? this.shared.openApi.foreignOwner(path.slice(prefix.length)) : undefined;
    const remote = owner === undefined ? undefined : this.#remotes.get(owner);
    return remote ? this.#handOn(context, remote) : super.serve(context);
  }
}

/** Matches the headers through which extension API servers identify users. */
function identityHeadersOf({ requestHeader }: AuthenticationInfo = {}): (name: string) => boolean {
  const { usernameHeaders = [], uidHeaders = [], groupHeaders = [], extraHeaderPrefixes = [] } = requestHeader ?? {};
  const names = new Set([...usernameHeaders, ...uidHeaders, ...groupHeaders].map((name) => name.toLowerCase()));
  const prefixes = extraHeaderPrefixes.map((prefix) => prefix.toLowerCase());
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
