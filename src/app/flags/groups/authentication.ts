import type { FlagTable } from '../flag.js';

export const authenticationFlags = {
  'anonymous-auth': {
    type: 'bool',
    default: true,
    help: 'Accept requests without credentials as user system:anonymous in group system:unauthenticated',
  },
  'api-audiences': {
    type: 'strings',
    default: [],
    help: 'Audiences of this API server, one of which a service account token must contain; if unset, the first --service-account-issuer',
  },
  'authentication-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthenticationConfiguration, reloaded when it changes; excludes the --oidc-* flags',
  },
  'authentication-token-webhook-cache-ttl': {
    type: 'duration',
    default: 120_000,
    help: 'How long responses of the token webhook are cached',
  },
  'authentication-token-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig file of the webhook that authenticates bearer tokens',
  },
  'authentication-token-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of TokenReview to send to the webhook: v1 or v1beta1',
  },
  'client-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities of client certificates; the common name becomes the user name, the organizations become the groups',
  },
  'enable-bootstrap-token-auth': {
    type: 'bool',
    default: false,
    help: 'Accept bootstrap tokens stored as Secrets of type bootstrap.kubernetes.io/token in kube-system',
  },
  'oidc-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities that verify the certificate of the OpenID provider',
  },
  'oidc-client-id': { type: 'string', default: '', help: 'Audience that an ID token must contain' },
  'oidc-groups-claim': { type: 'string', default: '', help: 'Claim of the ID token that holds the groups' },
  'oidc-groups-prefix': { type: 'string', default: '', help: 'Prefix that is added to all groups' },
  'oidc-issuer-url': { type: 'string', default: '', help: 'URL of the OpenID provider; its scheme must be https' },
  'oidc-required-claim': {
    type: 'map',
    default: new Map(),
    help: 'Claim that an ID token must have, as claim=value; may be repeated',
  },
  'oidc-signing-algs': { type: 'strings', default: ['RS256'], help: 'Accepted signing algorithms of ID tokens' },
  'oidc-username-claim': { type: 'string', default: 'sub', help: 'Claim of the ID token that holds the user name' },
  'oidc-username-prefix': { type: 'string', default: '', help: 'Prefix that is added to all user names' },
  'requestheader-allowed-names': {
    type: 'strings',
    default: [],
    help: 'Common names of client certificates that may set the --requestheader-username-headers; if empty, any certificate signed by --requestheader-client-ca-file may',
  },
  'requestheader-client-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities of proxies that authenticate users',
  },
  'requestheader-extra-headers-prefix': {
    type: 'strings',
    default: [],
    help: 'Prefixes of request headers with extra information about the user, such as X-Remote-Extra-',
  },
  'requestheader-group-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the groups, such as X-Remote-Group',
  },
  'requestheader-uid-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the UID, such as X-Remote-Uid',
  },
  'requestheader-username-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the user name, such as X-Remote-User',
  },
  'service-account-extend-token-expiration': {
    type: 'bool',
    default: true,
    help: 'Extend the lifetime of projected service account tokens, which helps clients that do not reload them',
  },
  'service-account-issuer': {
    type: 'stringArray',
    default: [],
    help: 'Issuer of service account tokens; if given several times, the first one issues tokens and all are accepted',
  },
  'service-account-jwks-uri': {
    type: 'string',
    default: '',
    help: 'URI of the JSON Web Key Set in the document at /.well-known/openid-configuration',
  },
  'service-account-key-file': {
    type: 'stringArray',
    default: [],
    help: 'File with keys that verify service account tokens; may be repeated; if unset, --service-account-signing-key-file',
  },
  'service-account-lookup': {
    type: 'bool',
    default: true,
    help: 'Reject tokens whose ServiceAccount no longer exists',
  },
  'service-account-max-token-expiration': {
    type: 'duration',
    default: 0,
    help: 'Maximum lifetime of a service account token',
  },
  'token-auth-file': {
    type: 'string',
    default: '',
    help: 'CSV file with static tokens: token,user,uid,"group1,group2"',
  },
} satisfies FlagTable;
