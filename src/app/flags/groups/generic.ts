import type { FlagTable } from '../flag.js';

const oneVersion = 'there is one version of the API to emulate';

export const genericFlags = {
  'advertise-address': {
    type: 'ip',
    default: '',
    help: 'IP address that the members of the cluster reach the server by; the bind address if unset',
  },
  'cors-allowed-origins': {
    type: 'strings',
    default: [],
    help: 'Regular expressions, comma separated, of the origins that browsers may call from; each must pin the host with ^ or // and with $ or :',
  },
  'emulated-version': { type: 'strings', default: [], help: 'Versions to emulate', ignored: oneVersion },
  'emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Serve later versions too',
    ignored: oneVersion,
  },
  'external-hostname': { type: 'string', default: '', help: 'Host name in URLs that are given to clients' },
  'feature-gates': {
    type: 'map',
    default: new Map(),
    help: 'Pairs of feature=true|false',
    ignored: 'features have the defaults of v1.36',
  },
  'goaway-chance': {
    type: 'float',
    default: 0,
    help: 'Share of HTTP/2 requests, up to 0.02, after which the client is told to connect anew, so that clients spread over servers',
  },
  'livez-grace-period': {
    type: 'duration',
    default: 0,
    help: 'How long the start may take before /livez fails because of it',
  },
  'max-mutating-requests-inflight': {
    type: 'int',
    default: 200,
    help: 'Requests that change something at the same time; 0 for no limit',
  },
  'max-requests-inflight': {
    type: 'int',
    default: 400,
    help: 'Requests that only read at the same time; 0 for no limit',
  },
  'min-compatibility-version': {
    type: 'strings',
    default: [],
    help: 'Oldest version to work with',
    ignored: oneVersion,
  },
  'min-request-timeout': {
    type: 'int',
    default: 1800,
    help: 'Seconds that a watch stays open at least, unless the client asks for less',
  },
  'request-timeout': { type: 'duration', default: 60_000, help: 'How long a request may take that is not a watch' },
  'runtime-config-emulation-forward-compatible': {
    type: 'bool',
    default: false,
    help: 'Serve later versions that --runtime-config names',
    ignored: oneVersion,
  },
  'shutdown-delay-duration': {
    type: 'duration',
    default: 0,
    help: 'How long to go on serving, with /readyz failing, before the end begins',
  },
  'shutdown-send-retry-after': {
    type: 'bool',
    default: false,
    help: 'Listen until the requests under way are done, and ask new ones to come back (429)',
  },
  'shutdown-watch-termination-grace-period': {
    type: 'duration',
    default: 0,
    help: 'Time in which watches are told to end when the server ends, a few at a time; 0: all at once',
    differs: 'with 0, watches end when the shutdown begins; upstream waits for them as long as a request may take',
  },
  'storage-initialization-timeout': {
    type: 'duration',
    default: 60_000,
    help: 'How long to wait for the storage before the server counts as ready',
    ignored: 'the server is ready when its storage is, and not before',
  },
  'strict-transport-security-directives': {
    type: 'strings',
    default: [],
    help: 'Directives of the Strict-Transport-Security header, such as max-age=31536000,includeSubDomains,preload',
  },
} satisfies FlagTable;
