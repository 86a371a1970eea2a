import type { CodecRegistry } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import type { ApiRequest, ResponseHeaders } from './http/index.js';
import type { RequestInfo } from './routing/index.js';

/** A user, as authenticators identify it. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Receives facts about a request, for example for an audit event. */
export interface RequestRecord {
  /**
   * Records the reason of a decision, such as an authorization; each key once. Values that reveal object content need
   * level `Request`.
   */
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void;
  /** Called when the request is impersonated, with the effective user and the verb that constrains it, if any. */
  impersonated(user: UserInfo, constraint: string): void;
  /** Called with the decoded object of the request, which may be modified afterwards. */
  requestObject(object: JsonObject): void;
  requestPatch(patch: Buffer): void;
}

const noWarnings: readonly string[] = [];

/** A request on its way through the filters to its handler, with their results. */
export class RequestContext {
  readonly request: ApiRequest;
  /** Whether it comes from a controller of this process. */
  isInternal = false;
  /** Identifies the request in the logs of this server and of others that it passes through. */
  auditId = '';
  /** Whether there is an endpoint for it, whatever the response is. */
  isRouted = false;
  /** Codecs of its endpoint, for errors. Undefined: it has reached none. */
  codecs: CodecRegistry | undefined;
  /** Deadline by `Clock.monotonic`. Infinite until it is set. */
  deadline = Number.POSITIVE_INFINITY;
  /** Headers added to the response, unless it sets them itself. */
  readonly responseHeaders: Record<string, ResponseHeaders[string]> = {};
  /** Additional fields of the log line; undefined: the request is not logged. */
  logFields: Record<string, string | number> | undefined;
  /** Whether the client should reconnect after the response. */
  closesConnection = false;
  /** Undefined: the request is not recorded. */
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

  /** Adds a Warning header to the response; each text once. */
  warn(message: string): void {
    this.#warnings ??= new Set();
    this.#warnings.add(message);
  }

  get warnings(): readonly string[] {
    return this.#warnings ? [...this.#warnings] : noWarnings;
  }

  /** Adds a field to the request's log line, if it is logged. */
  addLogField(key: string, value: string | number): void {
    if (this.logFields) this.logFields[key] = value;
  }
}

function unset(field: string, filter: string): never {
  throw new Error(`the request's ${field} is read before the filter ${filter} has set it`);
}
