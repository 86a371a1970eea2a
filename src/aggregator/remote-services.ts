import type { RequestInfo } from '../server/routing/index.js';
import { type ApiService, apiRegistrationGroup, nameOf } from './api-service/index.js';
import { type RemoteConnections, RemoteService } from './remote-service.js';

/** Called when extension API servers are registered, changed in any way, or removed. */
export interface RemoteServicesObserver {
  changed(remote: RemoteService): void;
  removed(remote: RemoteService): void;
}

/** The group versions of extension API servers. A change of one does not affect the others. */
export class RemoteServices {
  readonly #connections: RemoteConnections;
  readonly #byName = new Map<string, RemoteService>();
  /** By group, then version: looked up with every request. */
  readonly #byGroup = new Map<string, Map<string, RemoteService>>();
  readonly #observers: RemoteServicesObserver[] = [];

  constructor(connections: RemoteConnections) {
    this.#connections = connections;
  }

  observe(observer: RemoteServicesObserver): void {
    this.#observers.push(observer);
  }

  get(name: string): RemoteService | undefined {
    return this.#byName.get(name);
  }

  all(): Iterable<RemoteService> {
    return this.#byName.values();
  }

  /** The aggregator's own group is never proxied: an APIService for it could then not be deleted. */
  set(apiService: ApiService): void {
    const name = nameOf(apiService);
    if (!apiService.spec.service || apiService.spec.group === apiRegistrationGroup) {
      this.remove(name);
      return;
    }
    const known = this.#byName.get(name);
    const remote = known ?? new RemoteService(apiService, this.#connections);
    if (known) known.update(apiService);
    else this.#add(remote);
    for (const observer of this.#observers) observer.changed(remote);
  }

  remove(name: string): void {
    const remote = this.#byName.get(name);
    if (!remote) return;
    this.#byName.delete(name);
    const versions = this.#byGroup.get(remote.group);
    versions?.delete(remote.version);
    if (versions?.size === 0) this.#byGroup.delete(remote.group);
    remote.close();
    for (const observer of this.#observers) observer.removed(remote);
  }

  /** Returns the server of a request; undefined: the chain itself. */
  find(info: RequestInfo): RemoteService | undefined {
    if (this.#byGroup.size === 0) return undefined;
    if (!info.isResourceRequest) return this.#findByPath(info.path);
    return this.#byGroup.get(info.apiGroup)?.get(info.apiVersion);
  }

  /** All of `/api` belongs to the server of its only version. */
  #findByPath(path: string): RemoteService | undefined {
    const [, prefix, group = '', version = ''] = path.split('/', 4);
    if (prefix === 'api') return this.#byGroup.get('')?.get('v1');
    return prefix === 'apis' && group !== '' ? this.#byGroup.get(group)?.get(version) : undefined;
  }

  #add(remote: RemoteService): void {
    this.#byName.set(remote.name, remote);
    const versions = this.#byGroup.get(remote.group) ?? new Map<string, RemoteService>();
    versions.set(remote.version, remote);
    this.#byGroup.set(remote.group, versions);
  }
}
