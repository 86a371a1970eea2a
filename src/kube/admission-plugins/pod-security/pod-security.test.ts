import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/core/v1.js';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { StatusError } from '../../../apimachinery/status/index.js';
import { AdmissionRequest } from '../../../server/admission/index.js';
import type { AdmissionAttributes } from '../../../server/handlers/index.js';
import type { ApiRequest } from '../../../server/http/index.js';
import { RequestContext } from '../../../server/index.js';
import { MetricsRegistry } from '../../../server/metrics/index.js';
import { encodeStored } from '../../../server/registry/index.js';
import { known, requestOf } from '../plugin.test.support.js';
import { readPodSecurityConfiguration } from './configuration.js';
import { PodSecurity } from './pod-security.js';

type Labels = Record<string, string>;

function namespaceOf(name: string, labels: Labels = {}): JsonObject {
  const prefixed = Object.entries(labels).map(([label, value]) => [`pod-security.kubernetes.io/${label}`, value]);
  return { metadata: { name, labels: Object.fromEntries(prefixed) } };
}

function podOf(name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { metadata: { name, ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
}

const beyond = { hostNetwork: true };
const hostNetwork = 'host namespaces (hostNetwork=true)';

interface Question extends Partial<Pick<AdmissionAttributes, 'object' | 'old' | 'subresource'>> {
  readonly resource?: string;
  readonly group?: string;
  readonly user?: string;
}

/** A plug-in in a cluster with the given namespaces; records its responses. */
class Cluster {
  readonly metrics = new MetricsRegistry();
  readonly plugin: PodSecurity;
  pods: JsonObject[] | Error = [];
  time = 0;

  constructor(namespaces: JsonObject[], configuration?: JsonObject) {
    const document: JsonValue | undefined = configuration && {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      ...configuration,
    };
    this.plugin = new PodSecurity({
      configuration: readPodSecurityConfiguration(document),
      namespaces: known(...namespaces),
      findNamespace: async (name) =>
        name === 'new' ? { value: encodeStored(namespaceOf(name, { enforce: 'baseline' })), revision: 1n } : undefined,
      podsIn: async () => {
        if (this.pods instanceof Error) throw this.pods;
        return this.pods as Pod[];
      },
      metrics: this.metrics,
      now: () => this.time++,
    });
  }

  async ask(namespace: string, { resource = 'pods', group = '', user = 'someone', ...question }: Question) {
    const context = new RequestContext({} as ApiRequest);
    const annotations: Record<string, string> = {};
    context.user = { name: user, groups: [] };
    context.record = {
      annotate: (key: string, value: string) => {
        annotations[key.replace('pod-security.kubernetes.io/', '')] = value;
      },
    } as unknown as NonNullable<RequestContext['record']>;
    const { attributes } = requestOf({
      resource: group === '' ? resource : `${resource}.${group}`,
      operation: question.old ? 'UPDATE' : 'CREATE',
      kind: { group, version: 'v1', kind: resource === 'namespaces' ? 'Namespace' : 'Kind' },
      namespace,
      ...question,
    });
    const request = new AdmissionRequest(context, attributes);
    let refusal: StatusError | undefined;
    try {
      await this.plugin.validate(request);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      refusal = error;
    }
    return {
      code: refusal?.code ?? 200,
      message: refusal?.message,
      warnings: [...context.warnings],
      annotations,
      refusal,
    };
  }
}

const cluster = () =>
  new Cluster([
    namespaceOf('free'),
    namespaceOf('baseline', { enforce: 'baseline', audit: 'restricted', 'audit-version': 'v1.18' }),
    namespaceOf('warned', { warn: 'baseline', 'warn-version': 'v1.30' }),
    namespaceOf('broken', { enforce: 'high' }),
  ]);

describe('a pod', () => {
  it('is unrestricted in a namespace without labels', async () => {
    const answer = await cluster().ask('free', { object: podOf('p', beyond) });
    expect(answer).toMatchObject({ code: 200, warnings: [], annotations: { 'enforce-policy': 'privileged:latest' } });
  });

  it('beyond the level that is enforced is refused', async () => {
    const { refusal, warnings, annotations } = await cluster().ask('baseline', { object: podOf('p', beyond) });
    expect(refusal?.status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: `pods "p" is forbidden: violates PodSecurity "baseline:latest": ${hostNetwork}`,
      details: { name: 'p', kind: 'pods' },
    });
    expect(warnings).toEqual([]);
    expect(annotations).toEqual({
      'enforce-policy': 'baseline:latest',
      'audit-violations': `would violate PodSecurity "restricted:v1.18": ${hostNetwork}, allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)`,
    });
  });

  it('beyond the warn level causes a warning', async () => {
    const { code, warnings } = await cluster().ask('warned', { object: podOf('p', beyond) });
    expect([code, warnings]).toEqual([200, [`would violate PodSecurity "baseline:v1.30": ${hostNetwork}`]]);
  });

  it('is refused where labels make no sense, unless it is restricted', async () => {
    const { message, annotations } = await cluster().ask('broken', { object: podOf('p', beyond) });
    expect(message).toContain('violates PodSecurity "restricted:latest"');
    expect(annotations['error']).toBe(
      'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "high": must be one of privileged, baseline, restricted',
    );
  });

  it('is refused in a namespace that is not there, but not in one that has just come', async () => {
    const answer = await cluster().ask('gone', { object: podOf('p') });
    const message = 'Internal error occurred: failed to lookup namespace "gone"';
    expect(answer).toMatchObject({
      code: 500,
      message,
      annotations: { error: `${message}: namespaces "gone" not found` },
    });
    expect((await cluster().ask('new', { object: podOf('p') })).code).toBe(200);
    expect((await cluster().ask('new', { object: podOf('p', beyond) })).code).toBe(403);
  });

  const image = (text: string) => [{ name: 'c', image: text }];
  it.each<[string, JsonObject, number]>([
    ['nothing of weight', { activeDeadlineSeconds: 3 }, 200],
    ['an image', { containers: image('j') }, 403],
    ['an image of an init container', { initContainers: image('j') }, 403],
    ['an ephemeral container', { ephemeralContainers: [...image('e'), { name: 'f', image: 'f' }] }, 403],
    ['an image of an ephemeral container', { ephemeralContainers: image('f') }, 403],
    ['fewer ephemeral containers', { ephemeralContainers: [] }, 200],
  ])('is looked at again when an update changes %s', async (_what, change, code) => {
    const spec = { ...beyond, initContainers: image('i'), ephemeralContainers: image('e') };
    const question = { old: podOf('p', spec), object: podOf('p', { ...spec, ...change }) };
    expect((await cluster().ask('baseline', question)).code).toBe(code);
  });

  it.each<[string, number]>([
    ['status', 200],
    ['binding', 200],
    ['eviction', 200],
    ['ephemeralcontainers', 403],
    ['resize', 403],
  ])('is looked at in its part %s: %i', async (subresource, code) => {
    expect((await cluster().ask('baseline', { subresource, object: podOf('p', beyond) })).code).toBe(code);
  });
});

describe('what makes pods', () => {
  const template = { metadata: {}, spec: podOf('', beyond)['spec']! };
  const warning = `would violate PodSecurity "baseline:latest": ${hostNetwork}`;

  it.each<[string, string, JsonObject]>([
    ['', 'replicationcontrollers', { spec: { template } }],
    ['', 'podtemplates', { template }],
    ['apps', 'deployments', { spec: { template } }],
    ['apps', 'replicasets', { spec: { template } }],
    ['apps', 'statefulsets', { spec: { template } }],
    ['apps', 'daemonsets', { spec: { template } }],
    ['batch', 'jobs', { spec: { template } }],
    ['batch', 'cronjobs', { spec: { jobTemplate: { spec: { template } } } }],
  ])('%s/%s is not refused, but causes a warning', async (group, resource, object) => {
    const { code, warnings, annotations } = await cluster().ask('baseline', { group, resource, object });
    expect([code, warnings]).toEqual([200, [warning]]);
    expect(annotations['enforce-policy']).toBeUndefined();
    expect(annotations['audit-violations']).toContain('would violate PodSecurity "restricted:v1.18": ');
    const scaled = await cluster().ask('baseline', { group, resource, object, subresource: 'scale' });
    expect(scaled.warnings).toEqual([]);
  });

  it('is ignored where there is no level, no template, or another kind', async () => {
    const deployments = { group: 'apps', resource: 'deployments', object: { spec: { template } } };
    expect((await cluster().ask('free', deployments)).warnings).toEqual([]);
    const empty = { resource: 'replicationcontrollers', object: { spec: {} } };
    expect((await cluster().ask('baseline', empty)).warnings).toEqual([]);
    expect(
      cluster().plugin.validate({
        attributes: { resource: { group: 'x', resource: 'deployments' }, subresource: '' },
      } as AdmissionRequest),
    ).toBeUndefined();
    expect((await cluster().ask('gone', deployments)).annotations).toEqual({
      error: 'failed to lookup namespace "gone": namespaces "gone" not found',
    });
  });
});

describe('exempt', () => {
  const exempting = () =>
    new Cluster([namespaceOf('a', { enforce: 'restricted' }), namespaceOf('b', { enforce: 'restricted' })], {
      defaults: { audit: 'baseline' },
      exemptions: { namespaces: ['b'], usernames: ['root'], runtimeClasses: ['vm'] },
    });

  it.each<[string, string, Question]>([
    ['namespace', 'b', { object: podOf('p', beyond) }],
    ['user', 'a', { object: podOf('p', beyond), user: 'root' }],
    ['runtimeClass', 'a', { object: podOf('p', { ...beyond, runtimeClassName: 'vm' }) }],
    ['namespace', 'b', { group: 'apps', resource: 'deployments', object: { spec: { template: podOf('', beyond) } } }],
  ])('by its %s is everything in %s', async (reason, namespace, question) => {
    const its = exempting();
    const { code, warnings, annotations } = await its.ask(namespace, question);
    expect({ code, warnings, annotations }).toEqual({ code: 200, warnings: [], annotations: { exempt: reason } });
    expect(its.metrics.expose()).toMatch(/^pod_security_exemptions_total\{.*resource="(pod|controller)".*\} 1$/m);
  });

  it('exempt namespaces get a warning that their labels have no effect', async () => {
    const labelled = namespaceOf('b', { enforce: 'baseline', 'enforce-version': 'v1.3', audit: 'privileged' });
    const warning = 'namespace "b" is exempt from Pod Security, and the policy (enforce=baseline:v1.3) will be ignored';
    expect((await exempting().ask('b', { resource: 'namespaces', object: labelled })).warnings).toEqual([warning]);
    const changed = { resource: 'namespaces', object: labelled, old: namespaceOf('b') };
    expect((await exempting().ask('b', changed)).warnings).toEqual([warning]);
    const plain = { resource: 'namespaces', object: namespaceOf('b') };
    expect((await exempting().ask('b', plain)).warnings).toEqual([]);
  });
});

describe('a namespace', () => {
  const change = (before: Labels, after: Labels, its = cluster()) =>
    its.ask('a', { resource: 'namespaces', object: namespaceOf('a', after), old: namespaceOf('a', before) });

  it('has labels that make sense, or those that it had', async () => {
    const object = namespaceOf('a', { enforce: 'relaxed', 'warn-version': 'soon' });
    const { refusal } = await cluster().ask('a', { resource: 'namespaces', object });
    expect(refusal?.status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message:
        'Namespace "a" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "relaxed": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "soon": must be "latest" or "v1.x"]',
      details: { name: 'a', kind: 'Namespace' },
    });
    expect((await change({}, { enforce: 'relaxed' })).code).toBe(422);
    expect((await change({ enforce: 'relaxed' }, { enforce: 'relaxed' })).code).toBe(200);
    expect((await change({ enforce: 'relaxed' }, { enforce: 'other' })).code).toBe(422);
    const part = { resource: 'namespaces', subresource: 'status', object };
    expect((await cluster().ask('a', part)).code).toBe(200);
  });

  it('that is stricter causes a warning with the pods that violate it', async () => {
    const its = cluster();
    const owned = { ownerReferences: [{ uid: 'u', controller: true }] };
    its.pods = [
      podOf('z', beyond),
      podOf('y', beyond, owned),
      podOf('x', { ...beyond, hostPID: true }, owned),
      podOf('w', beyond, owned),
      podOf('v', { hostIPC: true }),
      podOf('u', { volumes: [{ name: 'h', hostPath: { path: '/' } }] }),
      podOf('t', { volumes: [{ name: 'h', hostPath: { path: '/' } }] }),
      podOf('s'),
    ];
    const { code, warnings } = await change({}, { enforce: 'baseline', 'enforce-version': 'v1.30' }, its);
    expect(code).toBe(200);
    expect(warnings).toEqual([
      'existing pods in namespace "a" violate the new PodSecurity enforce level "baseline:v1.30"',
      't (and 1 other pod): hostPath volumes',
      'v (and 4 other pods): host namespaces',
    ]);
  });

  it.each<[string, Labels, Labels, boolean]>([
    ['the same', { enforce: 'baseline' }, { enforce: 'baseline', audit: 'restricted' }, false],
    ['nothing any more', { enforce: 'baseline' }, {}, false],
    ['less', { enforce: 'restricted' }, { enforce: 'baseline' }, false],
    ['less of another version', { enforce: 'restricted' }, { enforce: 'baseline', 'enforce-version': 'v1.1' }, true],
    ['more', { enforce: 'baseline' }, { enforce: 'restricted' }, true],
  ])('that asks for %s: pods are looked at', async (_what, before, after, isLooked) => {
    const its = cluster();
    its.pods = [podOf('p', beyond)];
    expect((await change(before, after, its)).warnings.length > 0).toBe(isLooked);
  });

  it('causes a warning when not all pods could be checked', async () => {
    const its = cluster();
    its.pods = Array.from({ length: 1500 }, (_, index) => podOf(`p${index}`));
    expect((await change({}, { enforce: 'baseline' }, its)).warnings).toEqual([
      'new PodSecurity enforce level only checked against the first 1000 of 1500 existing pods',
    ]);
    its.pods = new Error('no');
    expect((await change({}, { enforce: 'baseline' }, its)).warnings).toEqual([
      'failed to list pods while checking new PodSecurity enforce level',
    ]);
  });
});

it('what is decided is counted', async () => {
  const its = cluster();
  const counted = () =>
    its.metrics
      .expose()
      .split('\n')
      .filter((line) => line.startsWith('pod_security') && !line.endsWith(' 0'));
  expect(its.metrics.expose()).toContain('pod_security_exemptions_total{request_operation="update",resource="pod"');
  await its.ask('free', { object: podOf('p') });
  await its.ask('free', { object: podOf('p'), subresource: 'resize' });
  await its.ask('new', { object: podOf('p', beyond) });
  await its.ask('warned', { object: podOf('p', beyond) });
  await its.ask('broken', { object: podOf('p', beyond), old: podOf('p', { containers: [] }) });
  await its.ask('gone', { object: podOf('p') });
  const labels = (decision: string, mode: string, level: string) =>
    `decision="${decision}",mode="${mode}",policy_level="${level.split(':')[0]}",policy_version="${level.split(':')[1]}"`;
  expect(counted()).toEqual([
    'pod_security_errors_total{fatal="false",request_operation="update",resource="pod",subresource=""} 1',
    'pod_security_errors_total{fatal="true",request_operation="create",resource="pod",subresource=""} 1',
    ...[
      [labels('allow', 'enforce', 'privileged:latest'), 'create', '', 2],
      [labels('allow', 'enforce', 'privileged:latest'), 'create', 'resize', 1],
      [labels('deny', 'enforce', 'baseline:latest'), 'create', '', 1],
      [labels('deny', 'enforce', 'restricted:latest'), 'update', '', 1],
      [labels('deny', 'warn', 'baseline:v1.30'), 'create', '', 1],
    ].map(
      ([which, operation, subresource, count]) =>
        `pod_security_evaluations_total{${which},request_operation="${operation}",resource="pod",subresource="${subresource}"} ${count}`,
    ),
  ]);
});
