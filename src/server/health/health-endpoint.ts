// Follows staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)

import { setMaxListeners } from 'node:events';
import { goQuote } from '../../apimachinery/meta/index.js';
import type { HealthCheck } from './health-check.js';
import { failureOf } from './run-check.js';

export type HealthEndpointName = 'healthz' | 'livez' | 'readyz';

/** The request fields that the endpoints use; a subset of `ApiRequest`. */
export interface HealthRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

/** An `ApiResponse`. */
export interface HealthResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

export interface CheckOutcome {
  readonly endpoint: HealthEndpointName;
  readonly check: string;
  /** The reason of the failure. Withheld in responses about all checks: these endpoints are public. */
  readonly failure: Error | undefined;
}

export interface HealthEndpointOptions {
  /** A check that takes longer fails. */
  readonly timeoutMilliseconds: number;
  /** Called for each check of a response about all checks, for metrics and the log. */
  readonly onOutcome?: ((outcome: CheckOutcome) => void) | undefined;
  /** Names of checks that are listed first, in this order. */
  readonly order?: readonly string[] | undefined;
}

/** One of the three endpoints, with its checks in the order in which they were added, unless `order` is set. */
export class HealthEndpoint {
  readonly name: HealthEndpointName;
  readonly #options: HealthEndpointOptions;
  readonly #checks = new Map<string, HealthCheck>();
  /** The checks in response order; computed on demand. */
  #reported: readonly HealthCheck[] | undefined;

  constructor(name: HealthEndpointName, options: HealthEndpointOptions) {
    this.name = name;
    this.#options = options;
  }

  has(name: string): boolean {
    return this.#checks.has(name);
  }

  /** The path of the endpoint and those of its checks. */
  get paths(): readonly string[] {
    return [`/${this.name}`, ...this.#inOrder().map((check) => `/${this.name}/${check.name}`)];
  }

  add(check: HealthCheck): void {
    this.#checks.set(check.name, check);
    this.#reported = undefined;
  }

  #inOrder(): readonly HealthCheck[] {
    if (!this.#reported) {
      const ranks = new Map(this.#options.order?.map((name, rank) => [name, rank]));
      const rankOf = ({ name }: HealthCheck): number => ranks.get(name) ?? ranks.size;
      this.#reported = [...this.#checks.values()].sort((a, b) => rankOf(a) - rankOf(b));
    }
    return this.#reported;
  }

  /** Runs all checks except those that the query excludes. */
  async checkAll({ query, signal }: HealthRequest): Promise<HealthResponse> {
    // Each check adds a listener: more than ten are not a leak.
    setMaxListeners(0, signal);
    const excluded = new Set(query.getAll('exclude'));
    const unknown = new Set(excluded);
    const lines = await Promise.all(
      this.#inOrder().map((check) => excludedLine(check, excluded, unknown) ?? this.#line(check, signal)),
    );
    const failed = lines.some((line) => line.startsWith('[-]'));
    if (unknown.size > 0) lines.push(unknownLine(unknown));
    if (failed) return plainText(500, `${lines.join('')}${this.name} check failed\n`);
    return plainText(200, query.has('verbose') ? `${lines.join('')}${this.name} check passed\n` : 'ok');
  }

  /** Runs one check by name, and includes the reason if it fails; undefined if there is no such check. */
  async checkOne(name: string, signal: AbortSignal): Promise<HealthResponse | undefined> {
    const check = this.#checks.get(name);
    if (check === undefined) return undefined;
    const failure = await failureOf(check, signal, this.#options.timeoutMilliseconds);
    return failure === undefined ? singleOk : plainText(500, `internal server error: ${failure.message}\n`);
  }

  /** Runs all checks and returns the names of those that fail; not counted, because no client has requested it. */
  async failures(signal: AbortSignal): Promise<readonly string[]> {
    setMaxListeners(0, signal);
    const run = async (check: HealthCheck): Promise<string[]> =>
      (await failureOf(check, signal, this.#options.timeoutMilliseconds)) ? [check.name] : [];
    return (await Promise.all(this.#inOrder().map(run))).flat();
  }

  async #line(check: HealthCheck, signal: AbortSignal): Promise<string> {
    const failure = await failureOf(check, signal, this.#options.timeoutMilliseconds);
    this.#options.onOutcome?.({ endpoint: this.name, check: check.name, failure });
    return failure === undefined ? `[+]${check.name} ok\n` : `[-]${check.name} failed: reason withheld\n`;
  }
}

/** The line of an excluded check; removes its name from `unknown`. */
function excludedLine({ name, group }: HealthCheck, excluded: Set<string>, unknown: Set<string>): string | undefined {
  if (excluded.has(name)) {
    unknown.delete(name);
    return `[+]${name} excluded: ok\n`;
  }
  if (group !== undefined && excluded.has(group)) {
    unknown.delete(group);
    return `[+]${name} excluded with ${group}: ok\n`;
  }
  return undefined;
}

function unknownLine(unknown: ReadonlySet<string>): string {
  const names = [...unknown].sort().map(goQuote).join(',');
  return `warn: some health checks cannot be excluded: no matches for ${names}\n`;
}

const contentType = 'text/plain; charset=utf-8';
const singleOk: HealthResponse = { status: 200, headers: { 'content-type': contentType }, body: Buffer.from('ok') };

function plainText(status: number, text: string): HealthResponse {
  const headers = { 'content-type': contentType, 'x-content-type-options': 'nosniff' };
  return { status, headers, body: Buffer.from(text) };
}
