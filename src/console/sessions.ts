import { createHash, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../apimachinery/clock/index.js';
import type { TokenAuthenticator } from '../server/authentication/index.js';
import type { UserInfo } from '../server/index.js';

const linkMilliseconds = 5 * 60_000;
const sessionMilliseconds = 12 * 60 * 60_000;
/** More than people open; the oldest is dropped. */
const maxEntries = 1_000;

export interface SessionsOptions {
  readonly tokens: TokenAuthenticator;
  /** Audiences of which a token must have one; empty: not checked. */
  readonly audiences: readonly string[];
  readonly clock?: Clock;
  readonly newSecret?: () => string;
  /** Set if several processes serve as one. */
  readonly shared?: SharedSessions | undefined;
}

/** Connects the sessions of several processes that serve as one. */
export interface SharedSessions {
  /** Called with each link and session that begins or ends here. */
  changed(change: SessionChange): void;
  /** `apply` is called with those of the other processes. */
  onChange(apply: (change: SessionChange) => void): void;
  /** Resolves when what has begun in any process before the call is known here. */
  settled(): Promise<void>;
  /** Uses a link up; true for one caller only, in whichever process. */
  takeLink(key: string): Promise<boolean>;
}

/** A link or session that has begun or, without an entry, ended. */
export interface SessionChange {
  readonly kind: 'link' | 'session';
  /** The hash of its secret. */
  readonly key: string;
  readonly entry?: Entry;
}

/** Who a session belongs to: a user, or the owner of a token, which is authenticated with each request. */
export type Identity = { readonly user: UserInfo; readonly validUntil?: number } | { readonly token: string };

export interface Entry {
  readonly identity: Identity;
  readonly expires: number;
}

/** A secret and the time at which it stops being valid. */
export interface Grant {
  readonly secret: string;
  readonly expires: number;
}

/** Links, which log in once, and the sessions that they begin. They end with the process. */
export class Sessions {
  readonly #tokens: TokenAuthenticator;
  readonly #audiences: readonly string[];
  readonly #clock: Clock;
  readonly #newSecret: () => string;
  /** By the hashes of their secrets, oldest first. */
  readonly #links = new Map<string, Entry>();
  readonly #sessions = new Map<string, Entry>();
  readonly #shared: SharedSessions | undefined;

  constructor(options: SessionsOptions) {
    const { tokens, audiences, clock = systemClock, newSecret = () => randomBytes(32).toString('base64url') } = options;
    this.#tokens = tokens;
    this.#audiences = audiences;
    this.#clock = clock;
    this.#newSecret = newSecret;
    this.#shared = options.shared;
    this.#shared?.onChange(({ kind, key, entry }) => {
      const entries = kind === 'link' ? this.#links : this.#sessions;
      if (entry) put(entries, key, entry);
      else entries.delete(key);
    });
  }

  /** Creates the secret of a link for a user. */
  createLink(identity: Identity): Grant {
    return this.#add('link', identity, linkMilliseconds);
  }

  /** Begins the session of a link. Returns undefined if the link is unknown, used or too old. */
  followLink(secret: string): Grant | undefined {
    const key = hashOf(secret);
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (!link || link.expires <= this.#clock.now()) return undefined;
    return this.#add('session', link.identity, sessionMilliseconds);
  }

  /** The same if other processes may know the link too. */
  async followSharedLink(secret: string): Promise<Grant | undefined> {
    const isOurs = this.#shared ? await this.#shared.takeLink(hashOf(secret)) : true;
    return isOurs ? this.followLink(secret) : undefined;
  }

  /** Begins a session for the owner of a token. Returns undefined if the token is not valid. */
  async useToken(token: string): Promise<Grant | undefined> {
    if (!(await this.#ownerOf(token))) return undefined;
    return this.#add('session', { token }, sessionMilliseconds);
  }

  /** Returns the user of a session, and when it ends; undefined if it is unknown or has ended. */
  async find(secret: string): Promise<{ user: UserInfo; expires: number } | undefined> {
    const key = hashOf(secret);
    if (this.#shared && !this.#sessions.has(key)) await this.#shared.settled();
    const session = this.#sessions.get(key);
    if (!session) return undefined;
    const { identity, expires } = session;
    const user = expires <= this.#clock.now() ? undefined : await this.#userOf(identity);
    if (user) return { user, expires };
    this.#sessions.delete(key);
    return undefined;
  }

  end(secret: string): void {
    const key = hashOf(secret);
    this.#sessions.delete(key);
    this.#shared?.changed({ kind: 'session', key });
  }

  async #userOf(identity: Identity): Promise<UserInfo | undefined> {
    return 'user' in identity ? identity.user : this.#ownerOf(identity.token);
  }

  async #ownerOf(token: string): Promise<UserInfo | undefined> {
    try {
      return (await this.#tokens.authenticateToken(token, this.#audiences))?.user;
    } catch {
      return undefined;
    }
  }

  #add(kind: SessionChange['kind'], identity: Identity, milliseconds: number): Grant {
    const secret = this.#newSecret();
    const latest = this.#clock.now() + milliseconds;
    const limit = 'user' in identity ? identity.validUntil : undefined;
    const expires = Math.min(latest, limit ?? latest);
    const [key, entry] = [hashOf(secret), { identity, expires }];
    put(kind === 'link' ? this.#links : this.#sessions, key, entry);
    this.#shared?.changed({ kind, key, entry });
    return { secret, expires };
  }
}

function put(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry);
  if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
}

/** The time of a look-up says nothing about secrets. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
