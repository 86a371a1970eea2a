import type { FlagTable } from '../flag.js';

export const authenticationFlags = {
  'anonymous-auth': {
    type: 'bool',
    default: true,
    help: 'Let requests without credentials in as system:anonymous in system:unauthenticated',
  },
  'api-audiences': {
    type: 'strings',
    default: [],
    help: 'Whom service account tokens must be meant for; the first --service-account-issuer if unset',
  },
  'authentication-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthenticationConfiguration, which may change; not beside --oidc-…',
  },
  'authentication-token-webhook-cache-ttl': {
    type: 'duration',
    default: 120_000,
    help: 'For how long answers of the webhook count',
  },
  'authentication-token-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig of whom to ask about tokens',
  },
  'authentication-token-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of TokenReview to ask with: v1 or v1beta1',
  },
  'client-ca-file': {
    type: 'string',
    default: '',
    help: 'Authorities of client certificates: the common name is the user, the organizations are the groups',
  },
  'enable-bootstrap-token-auth': {
    type: 'bool',
    default: false,
    help: 'Accept the bootstrap tokens in secrets of kube-system',
  },
  'oidc-ca-file': { type: 'string', default: '', help: 'Authorities that the issuer is known by' },
  'oidc-client-id': { type: 'string', default: '', help: 'Whom tokens of the issuer are for' },
  'oidc-groups-claim': { type: 'string', default: '', help: 'Claim with the groups' },
  'oidc-groups-prefix': { type: 'string', default: '', help: 'What is put before groups' },
  'oidc-issuer-url': { type: 'string', default: '', help: 'OpenID issuer' },
  'oidc-required-claim': {
    type: 'map',
    default: new Map(),
    help: 'A claim=value that tokens must have; may be repeated',
  },
  'oidc-signing-algs': { type: 'strings', default: ['RS256'], help: 'Algorithms of tokens' },
  'oidc-username-claim': { type: 'string', default: 'sub', help: 'Claim with the user' },
  'oidc-username-prefix': { type: 'string', default: '', help: 'What is put before users' },
  'requestheader-allowed-names': {
    type: 'strings',
    default: [],
    help: 'Common names of proxies that may name the user in headers; empty: all with a certificate of --requestheader-client-ca-file',
  },
  'requestheader-client-ca-file': {
    type: 'string',
    default: '',
    help: 'Authorities of proxies that may name the user in headers',
  },
  'requestheader-extra-headers-prefix': {
    type: 'strings',
    default: [],
    help: 'What headers with more about the user begin with, such as X-Remote-Extra-',
  },
  'requestheader-group-headers': {
    type: 'strings',
    default: [],
    help: 'Headers with groups, such as X-Remote-Group',
  },
  'requestheader-uid-headers': { type: 'strings', default: [], help: 'Headers with the uid, such as X-Remote-Uid' },
  'requestheader-username-headers': {
    type: 'strings',
    default: [],
    help: 'Headers with the user, such as X-Remote-User',
  },
  'service-account-extend-token-expiration': {
    type: 'bool',
    default: true,
    help: 'Let projected service account tokens live longer than asked for',
  },
  'service-account-issuer': {
    type: 'stringArray',
    default: [],
    help: 'Issuer of service account tokens; further ones are accepted, but not used for new tokens',
  },
  'service-account-jwks-uri': {
    type: 'string',
    default: '',
    help: 'Where the keys are served, as /.well-known/openid-configuration tells it',
  },
  'service-account-key-file': {
    type: 'stringArray',
    default: [],
    help: 'Keys that service account tokens are verified with; may be repeated; --service-account-signing-key-file if unset',
  },
  'service-account-lookup': {
    type: 'bool',
    default: true,
    help: 'Refuse tokens of service accounts that are gone',
  },
  'service-account-max-token-expiration': {
    type: 'duration',
    default: 0,
    help: 'How long service account tokens may live at most',
  },
  'token-auth-file': {
    type: 'string',
    default: '',
    help: 'File with lines of token,user,uid,"group1,group2"',
  },
} satisfies FlagTable;
