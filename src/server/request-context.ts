import type { ApiRequest } from './http/index.js';
import type { RequestInfo } from './routing/index.js';

export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** One request on its way through the filters to its handler, and what they have found out about it. */
export class RequestContext {
  readonly request: ApiRequest;
  /** Whether there is an endpoint for it, whatever it answers. */
  isRouted = false;
  readonly #warnings: string[] = [];
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
    if (!this.#warnings.includes(message)) this.#warnings.push(message);
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }
}

function unset(field: string, filter: string): never {
  throw new Error(`the request's ${field} is asked for before the filter ${filter} has set it`);
}
