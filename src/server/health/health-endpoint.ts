import { setMaxListeners } from 'node:events';
import { goQuote } from '../../apimachinery/meta/index.js';
import type { HealthCheck } from './health-check.js';
import { failureOf } from './run-check.js';

export type HealthEndpointName = 'healthz' | 'livez' | 'readyz';

/** What of a request the endpoints read; an `ApiRequest` has it. */
export interface HealthRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

/** An `ApiResponse`. */
export interface HealthAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

export interface CheckOutcome {
  readonly endpoint: HealthEndpointName;
  readonly check: string;
  /** Why it failed. Not shown to clients that ask for all checks: these endpoints are public. */
  readonly failure: Error | undefined;
}

export interface HealthEndpointOptions {
  /** A check that takes longer has failed. */
  readonly timeoutMilliseconds: number;
  /** Called for each check of an answer about all checks: for metrics and the log. */
  readonly onOutcome?: ((outcome: CheckOutcome) => void) | undefined;
  /** Names of checks: those are told in this order, before all others. */
  readonly order?: readonly string[] | undefined;
}

/** One of the three endpoints: its checks, in the order in which they were added unless told otherwise. */
export class HealthEndpoint {
  readonly name: HealthEndpointName;
  readonly #options: HealthEndpointOptions;
  readonly #checks = new Map<string, HealthCheck>();
  /** The checks in the order in which they are told; made when it is asked for. */
  #told: readonly HealthCheck[] | undefined;

  constructor(name: HealthEndpointName, options: HealthEndpointOptions) {
    this.name = name;
    this.#options = options;
  }

  has(name: string): boolean {
    return this.#checks.has(name);
  }

  /** Its own and those of its checks. */
  get paths(): readonly string[] {
    return [`/${this.name}`, ...this.#inOrder().map((check) => `/${this.name}/${check.name}`)];
  }

  add(check: HealthCheck): void {
    this.#checks.set(check.name, check);
    this.#told = undefined;
  }

  #inOrder(): readonly HealthCheck[] {
    if (!this.#told) {
      const ranks = new Map(this.#options.order?.map((name, rank) => [name, rank]));
      const rankOf = ({ name }: HealthCheck): number => ranks.get(name) ?? ranks.size;
      this.#told = [...this.#checks.values()].sort((a, b) => rankOf(a) - rankOf(b));
    }
    return this.#told;
  }

  /** All checks, but for those that the query excludes. */
  async answerAll({ query, signal }: HealthRequest): Promise<HealthAnswer> {
    // Each check listens to it: more than ten are no leak.
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

  /** One check by its name, with the reason when it fails; undefined where there is none. */
  async answerOne(name: string, signal: AbortSignal): Promise<HealthAnswer | undefined> {
    const check = this.#checks.get(name);
    if (check === undefined) return undefined;
    const failure = await failureOf(check, signal, this.#options.timeoutMilliseconds);
    return failure === undefined ? singleOk : plainText(500, `internal server error: ${failure.message}\n`);
  }

  async #line(check: HealthCheck, signal: AbortSignal): Promise<string> {
    const failure = await failureOf(check, signal, this.#options.timeoutMilliseconds);
    this.#options.onOutcome?.({ endpoint: this.name, check: check.name, failure });
    return failure === undefined ? `[+]${check.name} ok\n` : `[-]${check.name} failed: reason withheld\n`;
  }
}

/** The line of a check that is left out, which is then no longer unknown. */
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
const singleOk: HealthAnswer = { status: 200, headers: { 'content-type': contentType }, body: Buffer.from('ok') };

function plainText(status: number, text: string): HealthAnswer {
  const headers = { 'content-type': contentType, 'x-content-type-options': 'nosniff' };
  return { status, headers, body: Buffer.from(text) };
}
