import type { FlagTable } from '../flag.js';

export const secureServingFlags = {
  'bind-address': { type: 'ip', default: '0.0.0.0', help: 'IP address to listen on; 0.0.0.0 or :: for all' },
  'cert-dir': {
    type: 'string',
    default: '/var/run/kubernetes',
    help: 'Where the certificate that the server makes for itself is kept, unless --tls-cert-file is given',
  },
  'disable-http2-serving': {
    type: 'bool',
    default: false,
    help: 'Do not offer HTTP/2',
    unsupported: 'clients that do not want HTTP/2 do not negotiate it',
  },
  'http2-max-streams-per-connection': {
    type: 'int',
    default: 0,
    help: 'Requests at the same time on one HTTP/2 connection; 0 for 1000',
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
  'secure-port': { type: 'int', default: 6443, help: 'Port for HTTPS; it cannot be switched off with 0' },
  'tls-cert-file': {
    type: 'string',
    default: '',
    help: "The server's certificate, followed by those of intermediate authorities",
  },
  'tls-cipher-suites': { type: 'strings', default: [], help: 'Cipher suites up to TLS 1.2, comma separated' },
  'tls-curve-preferences': {
    type: 'strings',
    default: [],
    help: 'Numbers of key exchange mechanisms',
    unsupported: 'it takes numbers of the Go library',
  },
  'tls-min-version': {
    type: 'string',
    default: '',
    help: 'Oldest version of TLS: VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13',
  },
  'tls-private-key-file': { type: 'string', default: '', help: 'Key of --tls-cert-file' },
  'tls-sni-cert-key': {
    type: 'stringArray',
    default: [],
    help: 'Certificate and key for certain names: cert.pem,key.pem or cert.pem,key.pem:*.example.com,example.com; may be repeated',
  },
} satisfies FlagTable;
