import type { Clock } from '../apimachinery/clock/index.js';
import type { Codec, CodecRegistry } from '../apimachinery/codec/index.js';
import type { MaybePromise } from '../apimachinery/scheme/index.js';
import type { KubeconfigEntry } from '../client/kubeconfig/index.js';
import type { CacheRegistry } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import type { Authenticator } from './authentication/index.js';
import type { Authorizer } from './authorization/index.js';
import type { DebugOptions } from './debug/index.js';
import type { Delegation } from './delegation/index.js';
import type { FeatureGateTable } from './feature-gates/index.js';
import type { Filter, FilterOptions } from './filters/index.js';
import type { Admission } from './handlers/index.js';
import type { ApiResponse, ConnectionSource, Limits, TlsOptions } from './http/index.js';
import type { RequestContext } from './request-context.js';
import type { LongRunningRules } from './routing/index.js';
import type { IsServed } from './served-versions.js';
import type { SharedServer, SharedServerOptions } from './shared-server.js';

/** Options of a server, and, unless it is one of a chain (`shared`), those of `SharedServerOptions`. */
export interface ApiServerOptions extends FilterOptions, SharedServerOptions, Pick<DebugOptions, 'profiling'> {
  readonly storage: Storage;
  /**
   * What it shares with the other servers of a chain. Requests pass the filters of the outermost server, which alone is
   * started. Unset: the server stands alone, and closes its storage when it closes.
   */
  readonly shared?: SharedServer;
  /** Identifies the user of a request. Unset: that of `delegation`, or else every client is `system:anonymous`. */
  readonly authenticator?: Authenticator;
  /** Decides what users may do. Unset: that of `delegation`, or else they may do everything. */
  readonly authorizer?: Authorizer;
  /** Delegates authentication and authorization to a main server. Without `shared`, it is closed with the server. */
  readonly delegation?: Delegation;
  /** Mutates or rejects writes; see `AdmissionChain`. Without `shared`, it is closed with the server. */
  readonly admission?: Admission;
  readonly codecs?: CodecRegistry;
  /** Encoding of stored objects, one of the above. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  /** The next server of the chain, which gets the requests that this one does not serve. Unset: they get 404. */
  readonly delegate?: Delegate;
  /** Address of the server in discovery documents. */
  readonly externalAddress?: string;
  /** Creates the cache of a resource on its first use: for short-lived servers. Unset: with the resource. */
  readonly lazyCaches?: boolean;
  /** Knows the caches of the server, and their initial content. Unset: they are filled from the storage. */
  readonly caches?: CacheRegistry | undefined;
  /** Time source and timers. Default: the system clock. */
  readonly clock?: Clock;
  readonly random?: () => number;
  /** --runtime-config: which versions are served. Unset: as their definitions say. */
  readonly isServed?: IsServed;
  /** Gates that the server reads. Those that `shared` does not know have their defaults. */
  readonly gates?: FeatureGateTable;
  /** Which requests are long-running. Unset: watches, and subresources that are declared so. */
  readonly longRunning?: LongRunningRules;
  /**
   * Returns the filters that requests pass, outermost first: the default ones, which this may add to, remove from or
   * reorder. Unset: the default ones.
   */
  readonly filters?: (defaults: readonly Filter[]) => readonly Filter[];
}

/** Serves requests that have passed the filters of the outermost server. */
export interface Delegate {
  serve(context: RequestContext): MaybePromise<ApiResponse>;
}

/** Where a server listens, and its certificates. */
export interface ListenOptions {
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** TLS options with a certificate, or with the directory of a self-signed one for these names. */
  readonly tls: TlsOptions | (Omit<TlsOptions, 'certificate'> & KeptCertificate);
  /** Limits of a single connection. */
  readonly limits?: Partial<Limits>;
  /** Provides the connections instead of a socket that listens on host and port. */
  readonly connections?: ConnectionSource | undefined;
}

/** The user of a kubeconfig, and the name of the server in it. */
export type LocalKubeconfig = Pick<KubeconfigEntry, 'user' | 'namespace'> & Partial<Pick<KubeconfigEntry, 'name'>>;

/** A self-signed certificate, which is created on the first start and kept in a directory. */
export interface KeptCertificate {
  readonly certDirectory: string;
  readonly names: readonly [string, ...string[]];
}
