import { create, encoded, exact, gone, masked, once, settled } from './helpers.mjs';

export const cases = [
  {
    name: 'claims, volumes and classes are protected',
    async run(t) {
      const namespace = await settled(t);
      const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses';
      await create(t, classes, {
        metadata: { name: `${t.id}-fast` },
        driverName: 'example.com',
        parameters: { a: 'b' },
      });
      const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 'none',
        volumeAttributesClassName: `${t.id}-fast`,
      };
      await create(t, claims, { metadata: { name: 'data' }, spec });
      const pod = {
        metadata: { name: 'user' },
        spec: {
          nodeName: 'nowhere',
          containers: [{ name: 'a', image: 'a' }],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        },
      };
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod);
      const protectedClass = await once(t, `${classes}/${t.id}-fast`, ({ metadata }) => metadata.finalizers);
      t.see('class', masked(protectedClass, t.id), exact);
      await t.del(`${classes}/${t.id}-fast`);
      await t.del(`${claims}/data`);
      t.see('claim', (await t.get(`${claims}/data`)).json.metadata.finalizers);
      await t.del(`/api/v1/namespaces/${namespace}/pods/user`, { body: { gracePeriodSeconds: 0 } });
      await gone(t, `${claims}/data`);
      await gone(t, `${classes}/${t.id}-fast`);
    },
  },
  {
    name: 'bootstrap tokens sign cluster information, and go when they expire',
    async run(t) {
      const id = t.id
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .padEnd(6, '0')
        .slice(-6);
      const secrets = '/api/v1/namespaces/kube-system/secrets';
      const data = {
        'token-id': encoded(id),
        'token-secret': encoded('0123456789abcdef'),
        'usage-bootstrap-signing': encoded('true'),
      };
      await create(t, '/api/v1/namespaces/kube-public/configmaps', {
        metadata: { name: 'cluster-info' },
        data: { kubeconfig: 'content' },
      });
      t.cleanup(() => t.del('/api/v1/namespaces/kube-public/configmaps/cluster-info'));
      await create(t, secrets, {
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        data,
      });
      t.cleanup(() => t.del(`${secrets}/bootstrap-token-${id}`));
      const signed = await once(
        t,
        '/api/v1/namespaces/kube-public/configmaps/cluster-info',
        ({ data: all }) => all[`jws-kubeconfig-${id}`],
      );
      t.see(
        'signed',
        Object.keys(signed.data)
          .map((key) => key.replace(id, '<id>'))
          .sort(),
      );
      await t.patch(
        `${secrets}/bootstrap-token-${id}`,
        { data: { expiration: encoded('2020-01-01T00:00:00Z') } },
        'application/merge-patch+json',
      );
      await gone(t, `${secrets}/bootstrap-token-${id}`);
      const unsigned = await once(
        t,
        '/api/v1/namespaces/kube-public/configmaps/cluster-info',
        ({ data: all }) => !all[`jws-kubeconfig-${id}`],
      );
      t.see('unsigned', unsigned.data);
    },
  },
  {
    name: 'expressions of policies are checked against the types of what they match',
    async run(t) {
      const crd = await t.crd({
        kind: 'Gauge',
        schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { limit: { type: 'integer' } } } },
        },
      });
      const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
      const path = `${policies}/${t.id}.example.com`;
      const rule = (group, version, ...resources) => ({
        apiGroups: [group],
        apiVersions: [version],
        operations: ['CREATE'],
        resources,
      });
      const apps = rule('apps', 'v1', 'deployments', 'daemonsets');
      const specs = {
        fitting: [[apps], ['object.metadata.name == "a"']],
        unknown: [[apps], ['object.spec.replicas > 1', 'object.spec.nothing == 1', 'object.spec.replicas == "a"']],
        messages: [[apps], ['true'], { messageExpression: 'string(object.metadata.absent)' }],
        wildcards: [[rule('*', 'v1', 'pods'), rule('apps', '*', 'deployments')], ['object.absent == 1']],
        subresources: [[rule('apps', 'v1', 'deployments/scale', '*')], ['object.absent == 1']],
        core: [[rule('', 'v1', 'pods', 'services')], ['object.spec.clusterIP == oldObject.spec.hostNetwork']],
        anyGroup: [[rule('', 'v1', 'deployments')], ['object.spec.absent == 1']],
        singular: [[rule('', 'v1', 'Pod')], ['object.spec.absent == 1']],
        dynamic: [
          [rule('apps', 'v1', 'deployments')],
          [
            'object.spec.strategy.rollingUpdate.maxSurge == 1',
            'object.spec.template.spec.containers.all(c, c.resources.limits["cpu"] == "1")',
            'object.metadata.creationTimestamp < timestamp("2026-01-01T00:00:00Z")',
            'object.metadata.labels.app == 1',
            'object.metadata.managedFields[0].fieldsV1.absent == 1',
          ],
        ],
        variables: [
          [rule('apps', 'v1', 'deployments')],
          ['variables.many == 1', 'variables.many == "a"', 'variables.wrong > 1'],
          {
            variables: [
              { name: 'many', expression: 'object.spec.replicas' },
              { name: 'wrong', expression: 'object.spec.absent' },
            ],
          },
        ],
        params: [
          [rule('apps', 'v1', 'deployments')],
          ['object.spec.replicas < params.data.limit', 'params.absent == 1'],
          { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
        ],
        absentParams: [
          [rule('apps', 'v1', 'deployments')],
          ['object.spec.replicas < params.data.limit'],
          { paramKind: { apiVersion: 'rules.example.com/v1', kind: 'Absent' } },
        ],
        absent: [[rule('absent.example.com', 'v1', 'absents')], ['object.absent == 1']],
        custom: [
          [rule(crd.group, 'v1', crd.plural)],
          ['object.spec.limit > 1', 'object.spec.absent == 1', 'object.spec.limit == "a"'],
        ],
        several: [
          [rule('apps', 'v1', 'deployments'), rule('batch', 'v1', 'jobs'), apps],
          ['object.spec.completions > 1'],
        ],
      };
      for (const [name, [resourceRules, expressions, { messageExpression, ...more } = {}]] of Object.entries(specs)) {
        const validations = expressions.map((expression) => ({ expression, messageExpression }));
        await create(t, policies, {
          metadata: { name: `${t.id}.example.com` },
          spec: { matchConstraints: { resourceRules }, validations, ...more },
        });
        const policy = await once(t, path, ({ status }) => status.observedGeneration === 1);
        // Names of types have a time in them.
        const status = JSON.stringify(policy.status)
          .replace(/\b([A-Z][A-Za-z]+)\d{3,}\b/g, '$1')
          .replaceAll(crd.group, '<group>');
        t.see(name, JSON.parse(status), { message: true });
        const { managedFields } = policy.metadata;
        if (name === 'fitting') t.see('managers', managedFields, { managedFields: true });
        await t.del(path);
        await gone(t, path);
      }
    },
  },
];
