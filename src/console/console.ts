import { andThen, type MaybePromise } from '../apimachinery/scheme/index.js';
import { badRequest, forbidden, unauthorized } from '../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../server/http/index.js';
import type { Filter, FilterHandler, RequestContext, UserInfo } from '../server/index.js';
import { ConsoleFiles } from './console-files.js';
import { isOwnRequest } from './own-request.js';
import { pageHeaders, sandbox } from './page-headers.js';
import { type Grant, Sessions, type SessionsOptions } from './sessions.js';

const folder = '/console/';
/** A token is much shorter. */
const maxBodyBytes = 64 * 1024;
const documents = new Set(['document', 'embed', 'frame', 'iframe', 'object']);

/** The console at `/console/`, and the cookies by which its pages are authenticated. */
export class Console {
  readonly #files = new ConsoleFiles();
  readonly #sessions: Sessions;

  constructor(options: SessionsOptions) {
    this.#sessions = new Sessions(options);
  }

  /** The path of a link that logs a user in, once. */
  createLink(user: UserInfo): string {
    return linkPath(this.#sessions.createLink({ user }));
  }

  /** Adds the console's filters to those of a server. */
  filters(defaults: readonly Filter[]): readonly Filter[] {
    const links = { name: 'consoleLinks', handle: this.#serveLinks };
    return [
      ...defaults.flatMap((filter) =>
        filter.name === 'authenticate' ? [{ name: 'console', handle: this.#serve }, filter] : [filter],
      ),
      links,
    ];
  }

  /** Serves the pages, which everybody may read, and finds the user of requests that the pages make. */
  readonly #serve: FilterHandler = (context, next) => {
    const { request } = context;
    if (request.path === '/console') return { status: 301, headers: { location: folder } };
    if (request.path === `${folder}session`) return this.#serveSession(request);
    if (request.path.startsWith(folder) && request.path !== `${folder}links`) return this.#serveFile(request);
    const cookie = sessionCookie(request);
    // Not for other servers to see, whatever becomes of the request.
    if (cookie !== undefined) request.dropHeader('cookie');
    const isOwn = cookie !== undefined && isFromOurPages(request) && request.header('authorization') === undefined;
    if (!isOwn) return isolated(request, next());
    return this.#sessions.find(cookie).then((session) => {
      if (!session) throw unauthorized('Unauthorized');
      context.user = session.user;
      return next();
    });
  };

  async #serveFile(request: ApiRequest): Promise<ApiResponse> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } };
    return this.#files.respond(request.path.slice(folder.length), request.header('accept-encoding'));
  }

  /** GET: who is logged in. POST: logs in by a link or a token. DELETE: logs out. */
  async #serveSession(request: ApiRequest): Promise<ApiResponse> {
    if (!isFromOurPages(request))
      throw forbidden({ group: '', resource: '' }, '', 'not requested by a page of the console');
    const cookie = sessionCookie(request);
    switch (request.method) {
      case 'GET': {
        const session = cookie === undefined ? undefined : await this.#sessions.find(cookie);
        if (!session) throw unauthorized('Unauthorized');
        return json({ user: session.user.name, expires: new Date(session.expires).toISOString() });
      }
      case 'POST': {
        const grant = await this.#logIn(await request.body(maxBodyBytes));
        if (!grant) throw unauthorized('Unauthorized');
        return json({}, { 'set-cookie': setCookie(request, grant.secret) });
      }
      case 'DELETE':
        if (cookie !== undefined) this.#sessions.end(cookie);
        return json({}, { 'set-cookie': `${cookieName(request)}=; ${cookieAttributes}; Max-Age=0` });
      default:
        return { status: 405, headers: { allow: 'GET, POST, DELETE' } };
    }
  }

  async #logIn(body: Buffer): Promise<Grant | undefined> {
    const { secret, token } = decodeLogin(body);
    if (typeof secret === 'string') return this.#sessions.followSharedLink(secret);
    if (typeof token === 'string') return this.#sessions.useToken(token.trim());
    throw badRequest('the body must have a secret or a token');
  }

  /**
   * Creates a link for the user of a request, who may be any that is authorized to post here. A session must not
   * outlive its credentials, so this needs a certificate, whose end is known; tokens can be used to log in as they are.
   */
  readonly #serveLinks: FilterHandler = (context, next) => {
    if (context.request.path !== `${folder}links`) return next();
    if (context.request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    const validUntil = certificateEnd(context);
    if (validUntil === undefined) {
      throw forbidden({ group: '', resource: '' }, '', 'links are for users with a client certificate');
    }
    const grant = this.#sessions.createLink({ user: context.user, validUntil });
    return json({ path: linkPath(grant), expires: new Date(grant.expires).toISOString() });
  };
}

function linkPath({ secret }: Grant): string {
  return `${folder}#login=${secret}`;
}

function certificateEnd({ user, request }: RequestContext): number | undefined {
  const [credential = ''] = user.extra?.['authentication.kubernetes.io/credential-id'] ?? [];
  const certificate = request.clientCertificate()?.chain[0];
  return certificate && credential.startsWith('X509SHA256=') ? Date.parse(certificate.validTo) : undefined;
}

/** A document that is not ours, such as one of a proxied service, must not use the cookie of the console. */
function isolated(request: ApiRequest, result: MaybePromise<ApiResponse>): MaybePromise<ApiResponse> {
  if (!documents.has(request.header('sec-fetch-dest') ?? '') || request.path.startsWith('/swagger-ui')) return result;
  return andThen(result, (response) => {
    const own = response.headers['content-security-policy'];
    const policies = [...(own === undefined ? [] : [own].flat()), sandbox].map(String);
    return { ...response, headers: { ...response.headers, 'content-security-policy': policies } };
  });
}

function isFromOurPages(request: ApiRequest): boolean {
  return isOwnRequest((name) => request.header(name), `https://${request.host}`);
}

const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Cookies are shared by the ports of a host: each server has its own. */
function cookieName(request: ApiRequest): string {
  return `__Host-trestle-${/:(\d+)$/.exec(request.host)?.[1] ?? '443'}`;
}

function setCookie(request: ApiRequest, secret: string): string {
  return `${cookieName(request)}=${secret}; ${cookieAttributes}; Max-Age=43200`;
}

function sessionCookie(request: ApiRequest): string | undefined {
  const header = request.header('cookie');
  if (header === undefined) return undefined;
  const prefix = `${cookieName(request)}=`;
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
}

function decodeLogin(body: Buffer): { secret?: unknown; token?: unknown } {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    throw badRequest('the body is not JSON');
  }
}

function json(content: object, headers: Record<string, string> = {}): ApiResponse {
  return {
    status: 200,
    headers: { ...pageHeaders, 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(JSON.stringify(content)),
  };
}
