// Follows staging/src/k8s.io/apiserver/pkg/server/healthz.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { delayedCheck, type HealthCheck } from './health-check.js';
import {
  type CheckOutcome,
  HealthEndpoint,
  type HealthEndpointName,
  type HealthRequest,
  type HealthResponse,
} from './health-endpoint.js';

export interface HealthRegistryOptions {
  /** --livez-grace-period: how long boot-sequence checks are ignored by livez. */
  readonly livezGraceMilliseconds?: number;
  readonly timeoutMilliseconds?: number;
  readonly now?: () => number;
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** See `HealthEndpointOptions`. */
  readonly order?: readonly string[] | undefined;
}

/** The health of the process. The servers of a chain share one, so that they respond alike. */
export class HealthRegistry {
  readonly #endpoints: Readonly<Record<HealthEndpointName, HealthEndpoint>>;
  readonly #graceMilliseconds: number;
  readonly #now: () => number;
  #hasBeenReady = false;
  readonly #onFirstReady: (() => void)[] = [];

  constructor(options: HealthRegistryOptions = {}) {
    const {
      livezGraceMilliseconds = 0,
      timeoutMilliseconds = 10_000,
      now = systemClock.now,
      onOutcome,
      order,
    } = options;
    const endpoint = (name: HealthEndpointName) => new HealthEndpoint(name, { timeoutMilliseconds, onOutcome, order });
    this.#endpoints = { healthz: endpoint('healthz'), livez: endpoint('livez'), readyz: endpoint('readyz') };
    this.#graceMilliseconds = livezGraceMilliseconds;
    this.#now = now;
  }

  /** Adds checks to all endpoints that they are part of, effective immediately. */
  add(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#addEverywhere(check, 0);
  }

  /** Adds checks to all three endpoints, to livez with the grace period: for conditions that are met during startup. */
  addBootSequence(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#addEverywhere(check, this.#graceMilliseconds);
  }

  addReadyz(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#add('readyz', check);
  }

  /** Adds a check to healthz and livez: for failures that a restart fixes and waiting does not. */
  addLiveness(check: HealthCheck): void {
    this.#add('healthz', check);
    this.addLivez(check);
  }

  addLivez(check: HealthCheck, delayMilliseconds = 0): void {
    this.#add('livez', delayedCheck(check, { delayMilliseconds, now: this.#now }));
  }

  /** Whether any endpoint has a check with this name. */
  has(name: string): boolean {
    return Object.values(this.#endpoints).some((endpoint) => endpoint.has(name));
  }

  /** For the list of paths at `/`. */
  get paths(): readonly string[] {
    return Object.values(this.#endpoints).flatMap((endpoint) => endpoint.paths);
  }

  /** Calls back when readyz passes for the first time. */
  onFirstReady(callback: () => void): void {
    this.#onFirstReady.push(callback);
  }

  /** Serves `/readyz`, `/livez/ping`, …; undefined if the path is neither an endpoint nor a check. */
  async respond(request: HealthRequest): Promise<HealthResponse | undefined> {
    const [name, check] = splitOnce(request.path);
    const endpoint = Object.hasOwn(this.#endpoints, name) ? this.#endpoints[name as HealthEndpointName] : undefined;
    if (endpoint === undefined) return undefined;
    if (check !== undefined) return endpoint.checkOne(check, request.signal);
    const response = await endpoint.checkAll(request);
    if (endpoint.name === 'readyz' && response.status === 200) this.#becomeReady();
    return response;
  }

  /** The names of the checks that keep readyz from passing. For callers in the server's process. */
  async notReady(signal: AbortSignal): Promise<readonly string[]> {
    const failures = await this.#endpoints.readyz.failures(signal);
    if (failures.length === 0) this.#becomeReady();
    return failures;
  }

  #addEverywhere(check: HealthCheck, delayMilliseconds: number): void {
    this.#add('healthz', check);
    if (check.restart === undefined) this.addLivez(check, delayMilliseconds);
    this.#add('readyz', check);
  }

  #add(name: HealthEndpointName, check: HealthCheck): void {
    const endpoint = this.#endpoints[name];
    if (endpoint.has(check.name)) throw new Error(`${name} already has a check named ${check.name}`);
    endpoint.add(check);
  }

  #becomeReady(): void {
    if (this.#hasBeenReady) return;
    this.#hasBeenReady = true;
    for (const callback of this.#onFirstReady) callback();
  }
}

/** Splits `/a/b/c` into ['a', 'b/c']. */
function splitOnce(path: string): [first: string, rest: string | undefined] {
  const slash = path.indexOf('/', 1);
  return slash === -1 ? [path.slice(1), undefined] : [path.slice(1, slash), path.slice(slash + 1)];
}
