import type { FlagTable } from '../flag.js';

const later = 'this way to authorize is not there yet';
const nobodyToAsk = 'there is no webhook to ask';

export const authorizationFlags = {
  'authorization-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthorizationConfiguration',
    unsupported: later,
  },
  'authorization-mode': {
    type: 'strings',
    default: [],
    help: 'Who decides, in this order: AlwaysAllow (the default), AlwaysDeny, Node, RBAC',
    limited: 'mode Node does not know which resource slices and secrets of persistent volumes a node needs',
  },
  'authorization-policy-file': { type: 'string', default: '', help: 'Policy for mode ABAC', unsupported: later },
  'authorization-webhook-cache-authorized-ttl': {
    type: 'duration',
    default: 300_000,
    help: 'For how long a yes of the webhook counts',
    ignored: nobodyToAsk,
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    type: 'duration',
    default: 30_000,
    help: 'For how long a no of the webhook counts',
    ignored: nobodyToAsk,
  },
  'authorization-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig of whom to ask in mode Webhook',
    unsupported: later,
  },
  'authorization-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of SubjectAccessReview to ask with',
    ignored: nobodyToAsk,
  },
} satisfies FlagTable;
