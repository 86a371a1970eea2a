import type { JsonObject } from '../apimachinery/meta/index.js';
import type { ApiRequest, ResponseHeaders } from './http/index.js';
import type { RequestInfo } from './routing/index.js';

export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What somebody who writes requests down is told on the way: an audit event, for one. */
export interface RequestRecord {
  /** Why something was decided, such as an authorization; each key once. What shows of objects is for `Request`. */
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void;
  /** Who the request is served as, where that is not who sent it, and the verb by which that is constrained, if it is. */
  impersonated(user: UserInfo, constraint: string): void;
  /** What a client sent, decoded. It may change afterwards. */
  requestObject(object: JsonObject): void;
  requestPatch(patch: Buffer): void;
}

const noWarnings: readonly string[] = [];

/** One request on its way through the filters to its handler, and what they have found out about it. */
export class RequestContext {
  readonly request: ApiRequest;
  /** What it is found by in logs, of this server and of others that it goes through. */
  auditId = '';
  /** Whether there is an endpoint for it, whatever it answers. */
  isRouted = false;
  /** When it is late, by `Clock.monotonic`; never, unless it has been said. */
  deadline = Number.POSITIVE_INFINITY;
  /** Headers that the response gets, whoever answers, unless it has them. */
  readonly responseHeaders: Record<string, ResponseHeaders[string]> = {};
  /** What is said of it in the log; undefined: it is not logged. */
  logFields: Record<string, string | number> | undefined;
  /** The client is asked to go elsewhere after this, whoever answers. */
  closesConnection = false;
  /** Undefined: nobody writes it down. */
  record: RequestRecord | undefined;
  #warnings: Set<string> | undefined;
  #info: RequestInfo | undefined;
  #user: UserInfo | undefined;

  constructor(request: ApiRequest) {
    this.request = request;
  }

  get info(): RequestInfo {
    return this.#info ?? unset('info', 'resolveRequestInfo');
  }

  set info(info: RequestInfo) {
    this.#info = info;
  }

  get hasUser(): boolean {
    return this.#user !== undefined;
  }

  get user(): UserInfo {
    return this.#user ?? unset('user', 'authenticate');
  }

  set user(user: UserInfo) {
    this.#user = user;
  }

  /** Told to the client in a Warning header; each text once. */
  warn(message: string): void {
    this.#warnings ??= new Set();
    this.#warnings.add(message);
  }

  get warnings(): readonly string[] {
    return this.#warnings ? [...this.#warnings] : noWarnings;
  }

  /** Said with the request where it is logged; nothing where it is not. */
  addLogField(key: string, value: string | number): void {
    if (this.logFields) this.logFields[key] = value;
  }
}

function unset(field: string, filter: string): never {
  throw new Error(`the request's ${field} is asked for before the filter ${filter} has set it`);
}
