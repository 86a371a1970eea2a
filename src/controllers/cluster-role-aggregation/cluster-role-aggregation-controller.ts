// Follows pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go (v1.36)
import type { ClusterRole } from '../../api/rbac/v1.js';
import { keyedController } from '../keyed-controller.js';
import { clusterRoles } from '../resources.js';
import { aggregateRules } from './aggregate-rules.js';

const name = 'clusterrole-aggregation-controller';

/** Keeps the rules of aggregated cluster roles, such as `admin`, `edit` and `view`. */
export const clusterRoleAggregationController = keyedController({
  name,
  async watch({ informers }, enqueue) {
    const informer = informers.informer<ClusterRole>(clusterRoles);
    // Which roles select the changed one is not known: there are few aggregated ones.
    const enqueueAll = (): void => {
      for (const { metadata, aggregationRule } of informer.lister.list())
        if (aggregationRule) enqueue(metadata.name ?? '');
    };
    informer.start();
    await informer.synced();
    informer.addHandler({ added: enqueueAll, updated: enqueueAll, deleted: enqueueAll });
  },
  async reconcile(role, { client, informers, signal }) {
    const { lister } = informers.informer<ClusterRole>(clusterRoles);
    const current = lister.get(role);
    const rules = current && aggregateRules(current, lister.list());
    if (!rules) return;
    const wanted = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: role }, rules };
    const options = { fieldManager: name, force: true, signal };
    await client.resource<ClusterRole>(clusterRoles).apply(wanted as ClusterRole, options);
  },
});
