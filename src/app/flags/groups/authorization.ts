import type { FlagTable } from '../flag.js';

export const authorizationFlags = {
  'authorization-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthorizationConfiguration, reloaded when it changes; excludes --authorization-mode and --authorization-webhook-*',
  },
  'authorization-mode': {
    type: 'strings',
    default: [],
    help: 'Authorizers, in the order in which they are consulted: AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC, Node; if unset, AlwaysAllow',
  },
  'authorization-policy-file': { type: 'string', default: '', help: 'Policy file for --authorization-mode=ABAC' },
  'authorization-webhook-cache-authorized-ttl': {
    type: 'duration',
    default: 300_000,
    help: "How long the webhook's decisions to allow are cached",
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    type: 'duration',
    default: 30_000,
    help: "How long the webhook's decisions not to allow are cached",
  },
  'authorization-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig file of the webhook for --authorization-mode=Webhook',
  },
  'authorization-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of SubjectAccessReview to send to the webhook: v1 or v1beta1',
  },
} satisfies FlagTable;
