// Who may write which part of the status of a ResourceClaim: DRAResourceClaimGranularStatusAuthorization.
import { MERGE } from './case-helpers.mjs';

const group = 'resource.k8s.io';
const nodeKey = 'authentication.kubernetes.io%2fnode-name';
const statusRule = { apiGroups: [group], resources: ['resourceclaims/status'], verbs: ['update', 'patch'] };
const bindingRule = { apiGroups: [group], resources: ['resourceclaims/binding'], verbs: ['update', 'patch'] };
const driverRule = (verbs, resourceNames) => ({
  apiGroups: [group],
  resources: ['resourceclaims/driver'],
  verbs,
  ...(resourceNames && { resourceNames }),
});
const result = (driver, device = 'd') => ({ request: 'r', driver, pool: 'p', device });
const onNode = (name) => ({
  nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
});
const allocation = (drivers, nodeSelector) => ({
  devices: { results: drivers.map((driver) => result(driver)) },
  ...(nodeSelector && { nodeSelector }),
});
const deviceStatus = (driver, data = { a: 1 }) => ({ driver, pool: 'p', device: 'd', data });
const consumer = { resource: 'pods', name: 'p', uid: 'u' };

/** A claim, and users with the permission to write its status besides the rules given. */
class Claim {
  #t;

  constructor(t, ns) {
    this.#t = t;
    this.ns = ns;
    this.collection = `/apis/${group}/v1/namespaces/${ns}/resourceclaims`;
    this.path = `${this.collection}/c`;
  }

  static async create(t, status) {
    const claim = new Claim(t, await t.ns());
    const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'x' } }] } };
    await t.post(claim.collection, { metadata: { name: 'c' }, spec });
    if (status) await t.patch(`${claim.path}/status`, { status }, MERGE);
    return claim;
  }

  /** Headers of a request by a user with rules in the namespace, and in the whole cluster. */
  async user({ inNamespace = [], inCluster = [], name = `${this.#t.id}-user`, headers = {} } = {}) {
    const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name }];
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const grant = async (place, kind, rules) => {
      const metadata = { name: `${this.#t.id}-${kind.toLowerCase()}` };
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name };
      const plural = `${kind.toLowerCase()}s`;
      await this.#t.post(`${rbac}${place}/${plural}`, { metadata, rules });
      await this.#t.post(`${rbac}${place}/${plural.slice(0, -1)}bindings`, { metadata, subjects, roleRef });
      this.#t.cleanup(() => this.#t.del(`${rbac}${place}/${plural}/${metadata.name}`));
      this.#t.cleanup(() => this.#t.del(`${rbac}${place}/${plural.slice(0, -1)}bindings/${metadata.name}`));
    };
    await grant(`/namespaces/${this.ns}`, 'Role', [statusRule, ...inNamespace]);
    if (inCluster.length > 0) await grant('', 'ClusterRole', inCluster);
    const all = { 'impersonate-user': name, ...headers };
    await this.#t.eventually(async () => (await this.#patch({}, all)).status === 200, 5000);
    return all;
  }

  #patch(status, headers) {
    return this.#t.patch(`${this.path}/status`, { status }, MERGE, { headers });
  }

  async change(label, status, headers) {
    this.#see(label, await this.#patch(status, headers));
  }

  async replace(label, status, headers) {
    const { json } = await this.#t.get(this.path);
    this.#see(label, await this.#t.put(`${this.path}/status`, { ...json, status }, { headers }));
  }

  async apply(label, status, headers) {
    const body = { apiVersion: `${group}/v1`, kind: 'ResourceClaim', metadata: { name: 'c' }, status };
    const path = `${this.path}/status?fieldManager=${label}&force=true`;
    this.#see(label, await this.#t.patch(path, body, 'application/apply-patch+yaml', { headers }));
  }

  #see(label, { status, json }) {
    const shown = status < 300 ? { status: json.status } : { message: json.message, causes: json.details?.causes };
    this.#t.see(label, { code: status, ...shown }, { message: true });
  }
}

const account = (t, ns) => `system:serviceaccount:${ns}:${t.id}`;

export const claimPermissionCases = [
  {
    name: 'claims: the status alone',
    async run(t) {
      const claim = await Claim.create(t);
      const user = await claim.user();
      await claim.change('allocation', { allocation: allocation(['d.example.com']) }, user);
      await claim.replace('allocation by update', { allocation: allocation(['d.example.com']) }, user);
      await claim.apply('applied', { allocation: allocation(['d.example.com']) }, user);
      await claim.change('invalid', { reservedFor: [consumer] }, user);
      await claim.replace('nothing', {}, user);
      await claim.replace('empty lists', { devices: [], reservedFor: [] }, user);
    },
  },
  {
    name: 'claims: binding in one namespace',
    async run(t) {
      const claim = await Claim.create(t);
      const user = await claim.user({ inNamespace: [bindingRule] });
      await claim.change('allocation', { allocation: allocation(['d.example.com']) }, user);
    },
  },
  {
    name: 'claims: binding in all namespaces',
    async run(t) {
      const claim = await Claim.create(t);
      const user = await claim.user({ inCluster: [{ ...bindingRule, verbs: ['patch'] }] });
      await claim.replace('by update', { allocation: allocation(['d.example.com']) }, user);
      await claim.change('allocation', { allocation: allocation(['d.example.com']) }, user);
      await claim.change('reservation', { reservedFor: [consumer] }, user);
      await claim.change('device', { devices: [deviceStatus('d.example.com')] }, user);
      await claim.change('release', { reservedFor: null }, user);
      await claim.change('deallocation', { allocation: null }, user);
    },
  },
  {
    name: 'claims: reservations of those who may not bind',
    async run(t) {
      const claim = await Claim.create(t, { allocation: allocation(['d.example.com']) });
      const user = await claim.user({ inNamespace: [driverRule(['arbitrary-node:patch'])] });
      await claim.change('reservation', { reservedFor: [consumer] }, user);
      await claim.change('deallocation', { allocation: null }, user);
      await claim.change('device', { devices: [deviceStatus('d.example.com')] }, user);
      await claim.change('both', { reservedFor: [consumer], devices: [] }, user);
    },
  },
  {
    name: 'claims: a driver on any node',
    async run(t) {
      const drivers = ['a.example.com', 'b.example.com'];
      const claim = await Claim.create(t, { allocation: allocation(drivers) });
      const rule = driverRule(['arbitrary-node:patch'], ['a.example.com']);
      const user = await claim.user({ inNamespace: [rule] });
      await claim.change('own', { devices: [deviceStatus('a.example.com')] }, user);
      await claim.change('both', { devices: drivers.map((driver) => deviceStatus(driver, { b: 2 })) }, user);
      await claim.change('other', { devices: [deviceStatus('a.example.com'), deviceStatus('b.example.com')] }, user);
      await claim.replace('by update', { allocation: allocation(drivers), devices: [] }, user);
      await claim.change('removed', { devices: null }, user);
      await claim.apply('applied', { devices: [deviceStatus('a.example.com')] }, user);
    },
  },
  {
    name: 'claims: two drivers refused',
    async run(t) {
      const drivers = ['b.example.com', 'a.example.com'];
      const claim = await Claim.create(t, { allocation: allocation(drivers) });
      const user = await claim.user();
      await claim.change('both', { devices: drivers.map((driver) => deviceStatus(driver)) }, user);
      await claim.change('not allocated', { devices: [deviceStatus('c.example.com')] }, user);
    },
  },
  {
    name: 'claims: a driver on the node of the claim',
    async run(t) {
      const claim = await Claim.create(t, { allocation: allocation(['d.example.com'], onNode('n1')) });
      const name = account(t, claim.ns);
      const user = await claim.user({ name, inNamespace: [driverRule(['associated-node:patch'])] });
      const on = (node) => ({ ...user, [`impersonate-extra-${nodeKey}`]: node });
      const devices = [deviceStatus('d.example.com')];
      await claim.change('no node', { devices }, user);
      await claim.change('another node', { devices }, on('n2'));
      await claim.change('its node', { devices }, on('n1'));
      await claim.change('unchanged', { devices }, on('n2'));
      await claim.replace('by update', { allocation: allocation(['d.example.com'], onNode('n1')) }, on('n1'));
    },
  },
  {
    name: 'claims: node selectors that name no single node',
    async run(t) {
      const fields = onNode('n1').nodeSelectorTerms[0].matchFields;
      const expressions = [{ key: 'a', operator: 'Exists' }];
      for (const [label, nodeSelectorTerms] of [
        ['two terms', [{ matchFields: fields }, { matchFields: fields }]],
        ['expressions too', [{ matchFields: fields, matchExpressions: expressions }]],
        ['expressions only', [{ matchExpressions: expressions }]],
        ['excluded', [{ matchFields: [{ ...fields[0], operator: 'NotIn' }] }]],
      ]) {
        const claim = await Claim.create(t, { allocation: allocation(['d.example.com'], { nodeSelectorTerms }) });
        const name = account(t, claim.ns);
        const headers = { [`impersonate-extra-${nodeKey}`]: 'n1' };
        const user = await claim.user({ name, headers, inNamespace: [driverRule(['associated-node:patch'])] });
        await claim.change(label, { devices: [deviceStatus('d.example.com')] }, user);
      }
    },
  },
  {
    name: 'claims: a user that is no service account, on the node',
    async run(t) {
      const claim = await Claim.create(t, { allocation: allocation(['d.example.com'], onNode('n1')) });
      const headers = { [`impersonate-extra-${nodeKey}`]: 'n1' };
      const user = await claim.user({ headers, inNamespace: [driverRule(['associated-node:patch'])] });
      await claim.change('device', { devices: [deviceStatus('d.example.com')] }, user);
    },
  },
  {
    name: 'claims: allocation and devices at once',
    async run(t) {
      const claim = await Claim.create(t);
      const user = await claim.user({ inCluster: [bindingRule] });
      const status = { allocation: allocation(['d.example.com']), devices: [deviceStatus('d.example.com')] };
      await claim.change('without the driver', status, user);
      await claim.change('admin access', {
        allocation: { devices: { results: [{ ...result('d.example.com'), adminAccess: true }] } },
        devices: [deviceStatus('d.example.com')],
      });
    },
  },
];
