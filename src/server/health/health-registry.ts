import { systemClock } from '../../apimachinery/clock/index.js';
import { delayedCheck, type HealthCheck } from './health-check.js';
import {
  type CheckOutcome,
  type HealthAnswer,
  HealthEndpoint,
  type HealthEndpointName,
  type HealthRequest,
} from './health-endpoint.js';

export interface HealthRegistryOptions {
  /** --livez-grace-period: for so long the checks of the start do not count for livez. */
  readonly livezGraceMilliseconds?: number;
  readonly timeoutMilliseconds?: number;
  readonly now?: () => number;
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** See `HealthEndpointOptions`. */
  readonly order?: readonly string[] | undefined;
}

/** The health of the process: the servers of a chain share one, so that they answer alike. */
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

  /** Adds to all three endpoints: these checks count from the beginning. */
  add(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#addEverywhere(check, 0);
  }

  /** Adds to all three endpoints, to livez with the grace period: for what comes right during the start. */
  addBootSequence(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#addEverywhere(check, this.#graceMilliseconds);
  }

  addReadyz(...checks: readonly HealthCheck[]): void {
    for (const check of checks) this.#add('readyz', check);
  }

  /** Adds to healthz and livez: for what a new process would mend, and waiting would not. */
  addLiveness(check: HealthCheck): void {
    this.#add('healthz', check);
    this.addLivez(check);
  }

  addLivez(check: HealthCheck, delayMilliseconds = 0): void {
    this.#add('livez', delayedCheck(check, { delayMilliseconds, now: this.#now }));
  }

  /** Whether one of the endpoints has a check of this name. */
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

  /** `/readyz`, `/livez/ping`, …; undefined for paths that are no endpoint or no check of it. */
  async answer(request: HealthRequest): Promise<HealthAnswer | undefined> {
    const [name, check] = splitOnce(request.path);
    const endpoint = Object.hasOwn(this.#endpoints, name) ? this.#endpoints[name as HealthEndpointName] : undefined;
    if (endpoint === undefined) return undefined;
    if (check !== undefined) return endpoint.answerOne(check, request.signal);
    const answer = await endpoint.answerAll(request);
    if (endpoint.name === 'readyz' && answer.status === 200) this.#becomeReady();
    return answer;
  }

  #addEverywhere(check: HealthCheck, delayMilliseconds: number): void {
    this.#add('healthz', check);
    this.addLivez(check, delayMilliseconds);
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

/** `/a/b/c` as ['a', 'b/c']. */
function splitOnce(path: string): [first: string, rest: string | undefined] {
  const slash = path.indexOf('/', 1);
  return slash === -1 ? [path.slice(1), undefined] : [path.slice(1, slash), path.slice(slash + 1)];
}
