// Follows staging/src/k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go (v1.36)

import type {
  ConfigurationMeta,
  FlowControlConfiguration,
  FlowSchema,
  NonResourceRule,
  PolicyRules,
  PriorityLevelConfiguration,
  Queuing,
  ResourceRule,
  Subject,
} from './configuration.js';

const groups = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'Group', group: { name } }));
const users = (...names: string[]): Subject[] => names.map((name) => ({ kind: 'User', user: { name } }));
const everybody = groups('system:unauthenticated', 'system:authenticated');
const systemAccounts: Subject = {
  kind: 'ServiceAccount',
  serviceAccount: { namespace: 'kube-system', name: '*' },
};

const everyResource: ResourceRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  clusterScope: true,
  namespaces: ['*'],
};
const everyPath: NonResourceRule = { verbs: ['*'], nonResourceURLs: ['*'] };
const everything = (subjects: readonly Subject[]): PolicyRules => ({
  subjects,
  resourceRules: [everyResource],
  nonResourceRules: [everyPath],
});

type Distinguisher = 'ByUser' | 'ByNamespace' | undefined;

function flowSchema(
  name: string,
  [level, matchingPrecedence, distinguisher]: readonly [level: string, precedence: number, Distinguisher],
  rules: PolicyRules,
): FlowSchema {
  return {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence,
      ...(distinguisher && { distinguisherMethod: { type: distinguisher } }),
      rules: [rules],
    },
  };
}

function limited(
  name: string,
  [nominalConcurrencyShares, lendablePercent]: readonly [shares: number, lendablePercent: number],
  queuing?: Queuing,
): PriorityLevelConfiguration {
  const limitResponse = queuing ? ({ type: 'Queue', queuing } as const) : ({ type: 'Reject' } as const);
  return {
    metadata: { name },
    spec: { type: 'Limited', limited: { nominalConcurrencyShares, lendablePercent, limitResponse } },
  };
}

const queues = (count: number, handSize: number): Queuing => ({ queues: count, handSize, queueLengthLimit: 50 });

const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };

/** The objects that always exist, regardless of the API's content. */
export function mandatoryConfiguration(): FlowControlConfiguration {
  return {
    priorityLevels: [
      {
        metadata: { name: 'exempt' },
        spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      },
      limited('catch-all', [5, 0]),
    ],
    flowSchemas: [
      flowSchema('exempt', ['exempt', 1, undefined], everything(groups('system:masters'))),
      flowSchema('catch-all', ['catch-all', 10_000, 'ByUser'], everything(everybody)),
    ],
  };
}

/** The initial objects, which operators may change. */
function suggestedConfiguration(): FlowControlConfiguration {
  return {
    priorityLevels: [
      limited('system', [30, 33], queues(64, 6)),
      limited('node-high', [40, 25], queues(64, 6)),
      limited('leader-election', [10, 0], queues(16, 4)),
      limited('workload-high', [40, 50], queues(128, 6)),
      limited('workload-low', [100, 90], queues(128, 6)),
      limited('global-default', [20, 50], queues(128, 6)),
    ],
    flowSchemas: [
      flowSchema('probes', ['exempt', 2, undefined], {
        subjects: everybody,
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
      }),
      flowSchema('system-leader-election', ['leader-election', 100, 'ByUser'], {
        subjects: [...users('system:kube-controller-manager', 'system:kube-scheduler'), systemAccounts],
        resourceRules: [{ ...lease, verbs: ['get', 'create', 'update'] }],
      }),
      flowSchema('system-node-high', ['node-high', 400, 'ByUser'], {
        subjects: groups('system:nodes'),
        resourceRules: [
          { ...everyResource, apiGroups: [''], resources: ['nodes', 'nodes/status'] },
          { ...lease, verbs: ['*'] },
        ],
      }),
      flowSchema('system-nodes', ['system', 500, 'ByUser'], everything(groups('system:nodes'))),
      flowSchema(
        'kube-controller-manager',
        ['workload-high', 800, 'ByNamespace'],
        everything(users('system:kube-controller-manager')),
      ),
      flowSchema('kube-scheduler', ['workload-high', 800, 'ByNamespace'], everything(users('system:kube-scheduler'))),
      flowSchema('kube-system-service-accounts', ['workload-high', 900, 'ByNamespace'], everything([systemAccounts])),
      flowSchema('service-accounts', ['workload-low', 9000, 'ByUser'], everything(groups('system:serviceaccounts'))),
      flowSchema('global-default', ['global-default', 9900, 'ByUser'], everything(everybody)),
    ],
  };
}

/** The mandatory and suggested configuration together. */
export function defaultConfiguration(): FlowControlConfiguration {
  return withMandatory(suggestedConfiguration());
}

/** Adds the mandatory objects that are missing. */
export function withMandatory({ priorityLevels, flowSchemas }: FlowControlConfiguration): FlowControlConfiguration {
  const mandatory = mandatoryConfiguration();
  const missing = <Item extends { readonly metadata: ConfigurationMeta }>(
    wanted: readonly Item[],
    there: readonly Item[],
  ) => wanted.filter(({ metadata }) => !there.some((one) => one.metadata.name === metadata.name));
  return {
    priorityLevels: [...missing(mandatory.priorityLevels, priorityLevels), ...priorityLevels],
    flowSchemas: [...missing(mandatory.flowSchemas, flowSchemas), ...flowSchemas],
  };
}
