import type { FlagTable } from '../flag.js';

export const secureServingFlags = {
  'bind-address': {
    type: 'ip',
    default: '0.0.0.0',
    help: 'IP address to listen on; 0.0.0.0 or :: listens on all interfaces',
  },
  'cert-dir': {
    type: 'string',
    default: '/var/run/kubernetes',
    help: 'Directory for the self-signed serving certificate, which is generated if --tls-cert-file is not given',
  },
  'disable-http2-serving': {
    type: 'bool',
    default: false,
    help: 'Disable HTTP/2',
    unsupported: 'clients that do not want HTTP/2 do not negotiate it',
  },
  'http2-max-streams-per-connection': {
    type: 'int',
    default: 0,
    help: 'Maximum number of concurrent streams of an HTTP/2 connection; 0 means 1000',
  },
  'permit-address-sharing': {
    type: 'bool',
    default: false,
    help: 'Listen with SO_REUSEADDR',
    ignored: 'Node.js always does',
  },
  'permit-port-sharing': {
    type: 'bool',
    default: false,
    help: 'Listen with SO_REUSEPORT',
    unsupported: 'Node.js 20 cannot',
  },
  'secure-port': { type: 'int', default: 6443, help: 'Port for HTTPS; it cannot be turned off with 0' },
  'tls-cert-file': {
    type: 'string',
    default: '',
    help: 'File with the serving certificate, followed by intermediate certificates if there are any',
  },
  'tls-cipher-suites': {
    type: 'strings',
    default: [],
    help: 'Cipher suites for TLS up to version 1.2, comma separated; if unset, the defaults of Node.js are used',
  },
  'tls-curve-preferences': {
    type: 'strings',
    default: [],
    help: 'Key exchange mechanisms in order of preference, by their numbers in the Go library',
    unsupported: 'the values are specific to the Go library',
  },
  'tls-min-version': {
    type: 'string',
    default: '',
    help: 'Minimum version of TLS: VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13',
  },
  'tls-private-key-file': { type: 'string', default: '', help: 'File with the private key of --tls-cert-file' },
  'tls-sni-cert-key': {
    type: 'stringArray',
    default: [],
    help: 'Certificate and key for certain host names (SNI): cert.pem,key.pem or cert.pem,key.pem:*.example.com,example.com; may be repeated',
  },
} satisfies FlagTable;
