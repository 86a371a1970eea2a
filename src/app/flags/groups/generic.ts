import type { FlagTable } from '../flag.js';

const oneVersion = 'only version 1.36 is emulated';

export const genericFlags = {
  'advertise-address': {
    type: 'ip',
    default: '',
    help: 'IP address on which members of the cluster reach this server; if unset, --bind-address',
  },
  'cors-allowed-origins': {
    type: 'strings',
    default: [],
    help: 'Regular expressions of allowed origins for CORS, comma separated; each must anchor the host with ^ or // at its start and with $ or : at its end',
  },
  'emulated-version': { type: 'strings', default: [], help: 'Versions to emulate', ignored: oneVersion },
  'emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Also serve API versions introduced after the emulated version',
    ignored: oneVersion,
  },
  'external-hostname': { type: 'string', default: '', help: 'Host name to use in URLs that point to this server' },
  'feature-gates': {
    type: 'map',
    default: new Map(),
    help: 'Features to turn on or off: Feature=true|false',
    ignored: 'features have the defaults of v1.36',
  },
  'goaway-chance': {
    type: 'float',
    default: 0,
    help: 'Fraction of HTTP/2 requests (0 to 0.02) after which the connection is closed with GOAWAY, so that clients rebalance over several servers',
  },
  'livez-grace-period': {
    type: 'duration',
    default: 0,
    help: 'Longest time that start-up should take; until then /livez reports unfinished post-start hooks as healthy',
  },
  'max-mutating-requests-inflight': {
    type: 'int',
    default: 200,
    help: 'Maximum number of mutating requests in flight; 0 means no limit',
  },
  'max-requests-inflight': {
    type: 'int',
    default: 400,
    help: 'Maximum number of non-mutating requests in flight; 0 means no limit',
  },
  'min-compatibility-version': {
    type: 'strings',
    default: [],
    help: 'Oldest version of control plane components to be compatible with',
    ignored: oneVersion,
  },
  'min-request-timeout': {
    type: 'int',
    default: 1800,
    help: 'Minimum seconds that a watch stays open, unless the client requests a shorter timeout',
  },
  'request-timeout': { type: 'duration', default: 60_000, help: 'Timeout of requests other than watches' },
  'runtime-config-emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Also serve API versions named in --runtime-config that were introduced after the emulated version',
    ignored: oneVersion,
  },
  'shutdown-delay-duration': {
    type: 'duration',
    default: 0,
    help: 'Time during which the server goes on serving, with /readyz failing, before it shuts down',
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
    differs: 'with 0, watches end when the shutdown begins; kube-apiserver waits for them as long as --request-timeout',
  },
  'storage-initialization-timeout': {
    type: 'duration',
    default: 60_000,
    help: 'Time to wait for the storage before the server reports ready',
    ignored: 'the server reports ready when its storage is, and not before',
  },
  'strict-transport-security-directives': {
    type: 'strings',
    default: [],
    help: 'Directives of the Strict-Transport-Security header, such as max-age=31536000,includeSubDomains,preload',
  },
} satisfies FlagTable;
