import type { FlagTable } from '../flag.js';

export const authorizationFlags = {
  'authorization-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthorizationConfiguration, which may change; not beside the other flags of authorization',
  },
  'authorization-mode': {
    type: 'strings',
    default: [],
    help: 'Who decides, in this order: AlwaysAllow (the default), AlwaysDeny, ABAC, Webhook, RBAC, Node',
  },
  'authorization-policy-file': { type: 'string', default: '', help: 'Policy for mode ABAC' },
  'authorization-webhook-cache-authorized-ttl': {
    type: 'duration',
    default: 300_000,
    help: 'For how long a yes of the webhook counts',
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    type: 'duration',
    default: 30_000,
    help: 'For how long a no of the webhook counts',
  },
  'authorization-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig of whom to ask in mode Webhook',
  },
  'authorization-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of SubjectAccessReview to ask with: v1 or v1beta1',
  },
} satisfies FlagTable;
