// Follows staging/src/k8s.io/apiserver/pkg/server/options/server_run_options.go (v1.36)

import type { ApiServerOptions } from '../api-server-options.js';
import type { FilterOptions } from '../filters/index.js';
import { type FlagValues, inGroup, notNegative } from '../flags/index.js';

/** How requests are handled and limited, and how the server ends. */
export const genericFlags = {
  ...inGroup('generic', {
    'livez-grace-period': {
      type: 'duration',
      default: 0,
      help: 'Longest time that start-up should take; until then /livez reports unfinished post-start hooks as healthy',
      validate: notNegative,
    },
    'max-requests-inflight': {
      type: 'int',
      default: 400,
      help: 'Maximum number of non-mutating requests in flight; 0 means no limit',
      validate: notNegative,
    },
    'max-mutating-requests-inflight': {
      type: 'int',
      default: 200,
      help: 'Maximum number of mutating requests in flight; 0 means no limit',
      validate: notNegative,
    },
    'request-timeout': {
      type: 'duration',
      default: 60_000,
      help: 'Timeout of requests other than watches',
      validate: notNegative,
    },
    'min-request-timeout': {
      type: 'int',
      default: 1800,
      help: 'Minimum seconds that a watch stays open, unless the client requests a shorter timeout',
      validate: notNegative,
    },
    'storage-initialization-timeout': {
      type: 'duration',
      default: 60_000,
      help: 'Time to wait for the storage before the server reports ready',
      ignored: 'the server reports ready when its storage is, and not before',
      validate: notNegative,
    },
    'shutdown-delay-duration': {
      type: 'duration',
      default: 0,
      help: 'Time during which the server continues to serve, with /readyz failing, before it shuts down',
      validate: notNegative,
    },
    'shutdown-send-retry-after': {
      type: 'bool',
      default: false,
      help: 'Keep listening during shutdown until requests in flight have finished, and answer new ones with 429 and Retry-After',
    },
    'shutdown-watch-termination-grace-period': {
      type: 'duration',
      default: 0,
      help: 'Time over which active watches are ended during shutdown, a few at a time; 0 ends all at once',
      differs:
        'with 0, watches end when the shutdown begins; kube-apiserver waits for them as long as --request-timeout',
      validate: notNegative,
    },
    'goaway-chance': {
      type: 'float',
      default: 0,
      help: 'Fraction of HTTP/2 requests (0 to 0.02) after which the connection is closed with GOAWAY, so that clients rebalance over several servers',
      validate: goawayProblem,
    },
    'strict-transport-security-directives': {
      type: 'strings',
      default: [],
      help: 'Directives of the Strict-Transport-Security header, such as max-age=31536000,includeSubDomains,preload',
      validate: (directives) => directives.flatMap(directiveProblem),
    },
    'cors-allowed-origins': {
      type: 'strings',
      default: [],
      help: 'Regular expressions of allowed origins for CORS, comma separated; each must anchor the host with ^ or // at its start and with $ or : at its end',
      validate: (origins) => origins.flatMap(originProblem),
    },
  }),
  ...inGroup('features', {
    'contention-profiling': {
      type: 'bool',
      default: false,
      help: 'Enable block profiling',
      ignored: 'there are no locks to contend for',
    },
    'debug-socket-path': {
      type: 'string',
      default: '',
      help: 'Unix socket that serves profiles without authentication',
      unsupported: 'profile with node --cpu-prof or --inspect',
    },
    'enable-priority-and-fairness': {
      type: 'bool',
      default: true,
      help: 'Limit concurrency with API Priority and Fairness: FlowSchemas and PriorityLevelConfigurations',
    },
    profiling: {
      type: 'bool',
      default: true,
      help: 'Serve profiles at /debug/pprof/',
    },
  }),
};

type GenericFlags = FlagValues<typeof genericFlags>;

export interface GenericConfig {
  readonly filters: FilterOptions & Pick<ApiServerOptions, 'profiling'>;
  /** Undefined: the max-in-flight limits apply instead. */
  readonly flowControl: { readonly serverSeats: number; readonly queueWaitMilliseconds: number } | undefined;
  readonly livezGraceMilliseconds: number;
  readonly minRequestTimeoutSeconds: number;
  readonly lifecycle: {
    readonly shutdownDelayMilliseconds: number;
    readonly sendRetryAfter: boolean;
    readonly watchGraceMilliseconds: number;
    readonly requestTimeoutMilliseconds: number;
    readonly quietMilliseconds?: number;
  };
}

export function genericConfig(flags: GenericFlags): GenericConfig {
  return {
    filters: {
      requestTimeoutMilliseconds: flags['request-timeout'],
      inFlight: { readOnly: flags['max-requests-inflight'], mutating: flags['max-mutating-requests-inflight'] },
      strictTransportSecurityDirectives: flags['strict-transport-security-directives'],
      corsAllowedOrigins: flags['cors-allowed-origins'],
      goawayChance: flags['goaway-chance'],
      profiling: flags.profiling,
    },
    flowControl: flags['enable-priority-and-fairness'] ? flowControlConfig(flags) : undefined,
    livezGraceMilliseconds: flags['livez-grace-period'],
    minRequestTimeoutSeconds: flags['min-request-timeout'],
    lifecycle: {
      shutdownDelayMilliseconds: flags['shutdown-delay-duration'],
      sendRetryAfter: flags['shutdown-send-retry-after'],
      watchGraceMilliseconds: flags['shutdown-watch-termination-grace-period'],
      requestTimeoutMilliseconds: flags['request-timeout'],
    },
  };
}

function flowControlConfig(flags: GenericFlags): GenericConfig['flowControl'] {
  return { serverSeats: seatsOf(flags), queueWaitMilliseconds: flags['request-timeout'] / 4 };
}

function seatsOf(flags: GenericFlags): number {
  return flags['max-requests-inflight'] + flags['max-mutating-requests-inflight'];
}

export function validateGeneric(flags: GenericFlags): string[] {
  if (!flags['enable-priority-and-fairness'] || seatsOf(flags) !== 0) return [];
  return ['--max-requests-inflight and --max-mutating-requests-inflight may not both be 0'];
}

function goawayProblem(chance: number): string[] {
  return chance < 0 || chance > 0.02 ? ['--goaway-chance can not be less than 0 or greater than 0.02'] : [];
}

function directiveProblem(directive: string): string[] {
  if (directive === '') return ['empty value in strict-transport-security-directives'];
  if (/^(?:max-age=\d+|includesubdomains|preload)$/i.test(directive)) return [];
  const allowed = 'max-age=expireTime, includeSubDomains, preload';
  return [`--strict-transport-security-directives invalid, allowed values: ${allowed}`];
}

/** An unanchored expression would allow foreign origins: it could match in the middle of any host. */
function originProblem(expression: string): string[] {
  if (expression === '') return ['empty value in --cors-allowed-origins'];
  if (/\^|\/\//.test(expression) && /[$:]/.test(expression)) return [];
  const problem = 'regular expression does not pin to start/end of host in the origin header';
  return [`--cors-allowed-origins has an invalid regular expression: ${problem}`];
}
