import { expect, test } from 'vitest';
import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { FeatureGates, parseFeatureSettings } from '../../../server/feature-gates/index.js';
import { kubeFeatureGates } from '../../feature-gates/index.js';
import { type RequestFields, refusal } from '../plugin.test.support.js';
import { NodeRestriction } from './node-restriction.js';

const mirror = { 'kubernetes.io/config.mirror': 'x' };
const objects: Record<string, JsonObject[]> = {
  nodes: [{ metadata: { name: 'n1', uid: 'n1-uid' } }],
  pods: [
    { metadata: { name: 'mine', namespace: 'a', uid: 'mine-uid' }, spec: { nodeName: 'n1', serviceAccountName: 's' } },
    {
      metadata: { name: 'other', namespace: 'a', uid: 'other-uid' },
      spec: { nodeName: 'n2', serviceAccountName: 's' },
    },
    {
      metadata: { name: 'static', namespace: 'a', uid: 'static-uid', annotations: mirror },
      spec: { nodeName: 'n1', serviceAccountName: 's' },
    },
  ],
  serviceaccounts: [{ metadata: { name: 's', namespace: 'a', uid: 's-uid' } }],
};

function pluginWith(gate: boolean): NodeRestriction {
  const settings = parseFeatureSettings([`PodCertificateRequest=${gate}`]);
  return new NodeRestriction({
    features: new FeatureGates({ gates: kubeFeatureGates, settings }),
    find: async ({ resource }, { namespace, name }) =>
      objects[resource]?.find(
        (object) => metadataOf(object).name === name && (metadataOf(object).namespace ?? '') === namespace,
      ),
    authorizer: { authorize: async () => ({ decision: 'no-opinion' }) },
  });
}

const user = { name: 'system:node:n1', groups: ['system:nodes'] };
const usual = {
  nodeName: 'n1',
  nodeUID: 'n1-uid',
  podName: 'mine',
  podUID: 'mine-uid',
  serviceAccountName: 's',
  serviceAccountUID: 's-uid',
};

function decide(spec: JsonObject, { gate = true, ...more }: { gate?: boolean } & Partial<RequestFields> = {}) {
  const object = { metadata: { name: 'r' }, spec: { ...usual, ...spec } };
  const resource = 'podcertificaterequests.certificates.k8s.io';
  return refusal(pluginWith(gate), 'admit', { resource, namespace: 'a', user, object, ...more });
}

const refused = '403 podcertificaterequests.certificates.k8s.io "r" is forbidden:';

test.each<[string, JsonObject, string | undefined]>([
  ['its own pod', {}, undefined],
  [
    'another node',
    { nodeName: 'n2' },
    `${refused} PodCertificateRequest.Spec.NodeName="n2", which is not the requesting node "n1"`,
  ],
  [
    'a former node',
    { nodeUID: 'x' },
    '500 PodCertificateRequest for pod "a/mine" names node UID "x", inconsistent with the running node ("n1-uid")',
  ],
  [
    'a pod that is missing',
    { podName: 'x' },
    '500 while retrieving pod "a/x" named in the PodCertificateRequest: pod "x" not found',
  ],
  [
    'a former pod',
    { podUID: 'x' },
    '500 PodCertificateRequest for pod "a/mine" contains pod UID ("x") which differs from running pod "mine-uid"',
  ],
  [
    'a pod elsewhere',
    { podName: 'other', podUID: 'other-uid' },
    `${refused} pod "a/other" is not running on node "n1" named in the PodCertificateRequest`,
  ],
  ['a static pod', { podName: 'static', podUID: 'static-uid' }, `${refused} pod "a/static" is a mirror pod`],
  [
    'another account',
    { serviceAccountName: 'x' },
    `${refused} PodCertificateRequest for pod "a/mine" contains serviceAccountName ("x") that differs from running pod ("s")`,
  ],
  [
    'a former account',
    { serviceAccountUID: 'x' },
    '500 PodCertificateRequest for pod "a/mine" names service account UID "x", which differs from the running service account ("s-uid")',
  ],
])('a node requests a certificate for %s', async (_what, spec, expected) => {
  expect(await decide(spec)).toBe(expected);
});

test('nodes do nothing else with requests, and nothing without the gate', async () => {
  expect(await decide({}, { gate: false })).toBe(`${refused} PodCertificateRequest feature gate is disabled`);
  expect(await decide({}, { operation: 'UPDATE' })).toBe(`${refused} unexpected operation UPDATE`);
});
