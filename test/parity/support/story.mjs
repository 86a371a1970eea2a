// A story: objects are created, changed and deleted, controllers act, and a kubelet by hand runs the pods.
import { setTimeout as pause } from 'node:timers/promises';

const kinds = {
  pods: '/api/v1',
  services: '/api/v1',
  endpoints: '/api/v1',
  persistentvolumeclaims: '/api/v1',
  replicationcontrollers: '/api/v1',
  deployments: '/apis/apps/v1',
  replicasets: '/apis/apps/v1',
  statefulsets: '/apis/apps/v1',
  daemonsets: '/apis/apps/v1',
  controllerrevisions: '/apis/apps/v1',
  jobs: '/apis/batch/v1',
  cronjobs: '/apis/batch/v1',
  horizontalpodautoscalers: '/apis/autoscaling/v2',
  poddisruptionbudgets: '/apis/policy/v1',
  endpointslices: '/apis/discovery.k8s.io/v1',
  resourceclaims: '/apis/resource.k8s.io/v1',
  resourceclaimtemplates: '/apis/resource.k8s.io/v1',
  configmaps: '/api/v1',
  secrets: '/api/v1',
  resourcequotas: '/api/v1',
};
/** Kinds without namespaces: of these, objects whose names begin with the id of the case belong to the story. */
const clusterKinds = {
  persistentvolumes: '/api/v1',
  storageclasses: '/apis/storage.k8s.io/v1',
  servicecidrs: '/apis/networking.k8s.io/v1',
  nodes: '/api/v1',
};
/** Components that most stories are not about. */
const others = ['persistentvolume-controller'];
/** How often these were written depends on how quickly pods became ready. */
const generations = ['endpoints', 'endpointslices'];
const settledMilliseconds = 900;
const beatMilliseconds = 5000;
const longestMilliseconds = 120_000;

export class Story {
  #t;
  #isOver = false;
  #addresses = new Map();
  /**
   * What the kubelet says of a pod: 'ready', 'unready', 'succeeded', 'failed' or 'pending'; or an object, with the fate
   * and what else its status has.
   */
  fate = () => 'ready';
  #nodes = [];
  /** Whether the kubelet says now and then that the nodes live: for stories that take longer than they may be silent. */
  hasHeartbeat = false;

  static async begin(t) {
    const story = new Story();
    story.#t = t;
    story.namespace = await t.ns();
    story.node = `${t.id}-node`;
    await story.addNode(story.node);
    const account = `/api/v1/namespaces/${story.namespace}/serviceaccounts/default`;
    await t.eventually(async () => (await t.get(account)).status === 200, 20_000);
    const kubelet = story.#runKubelet();
    t.cleanup(async () => {
      story.#isOver = true;
      await kubelet;
    });
    return story;
  }

  async addNode(name, more = {}) {
    const labels = { 'kubernetes.io/hostname': name, ...more };
    const conditions = [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'ready' }];
    const created = { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status: { conditions } };
    await this.#t.post('/api/v1/nodes', created);
    this.#nodes.push(name);
    this.#t.cleanup(() => this.#t.del(`/api/v1/nodes/${name}`));
  }

  path(resource, name = '') {
    const [plural, subresource = ''] = resource.split('/');
    const suffix = subresource && `/${subresource}`;
    if (clusterKinds[plural]) return `${clusterKinds[plural]}/${plural}${name && `/${name}`}${suffix}`;
    return `${kinds[plural]}/namespaces/${this.namespace}/${plural}${name && `/${name}`}${suffix}`;
  }

  async create(resource, object) {
    const { status, text } = await this.#t.post(this.path(resource), object);
    if (status >= 300) throw new Error(`create ${resource}: ${status} ${text?.slice(0, 300)}`);
    if (clusterKinds[resource]) this.#t.cleanup(() => this.delete(resource, object.metadata.name));
  }

  async change(resource, name, patch, type = 'application/strategic-merge-patch+json') {
    const { status, text } = await this.#t.patch(this.path(resource, name), patch, type);
    if (status >= 300) throw new Error(`patch ${resource}: ${status} ${text?.slice(0, 300)}`);
  }

  async delete(resource, name, options = {}) {
    await this.#t.del(this.path(resource, name), { body: { propagationPolicy: 'Background', ...options } });
  }

  async list(resource) {
    const items = (await this.#t.get(this.path(resource))).json?.items ?? [];
    return clusterKinds[resource] ? items.filter(({ metadata }) => metadata.name.startsWith(this.#t.id)) : items;
  }

  async #runKubelet() {
    let beatAt = 0;
    while (!this.#isOver) {
      if (this.hasHeartbeat && Date.now() - beatAt > beatMilliseconds) {
        beatAt = Date.now();
        await Promise.allSettled(this.#nodes.map((node) => this.#beat(node)));
      }
      for (const pod of await this.list('pods').catch(() => [])) await this.#attend(pod).catch(() => {});
      await pause(60);
    }
  }

  async #beat(node) {
    const lastHeartbeatTime = new Date().toISOString().replace(/\.\d+/, '');
    const status = { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime }] };
    await this.#t.patch(`${this.path('nodes', node)}/status`, { status }, 'application/strategic-merge-patch+json');
  }

  async #attend(pod) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp) {
      await this.#t.del(this.path('pods', name), { body: { gracePeriodSeconds: 0 } });
      return;
    }
    // Pods that have ended do not run again; the collector of pods fails them before it deletes them.
    if (pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded') return;
    if (!pod.spec.nodeName) {
      const terms =
        pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
      const wanted = terms[0]?.matchFields?.[0]?.values?.[0] ?? this.node;
      const target = { kind: 'Node', name: wanted };
      const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
      await this.#t.post(this.path('pods/binding', name), binding);
    }
    await this.#report(pod, this.fate(pod));
  }

  async #report(pod, said) {
    const { fate, ...more } = typeof said === 'string' ? { fate: said } : said;
    const phases = { ready: 'Running', unready: 'Running', succeeded: 'Succeeded', failed: 'Failed' };
    const phase = phases[fate] ?? 'Pending';
    const isReady = fate === 'ready' ? 'True' : 'False';
    const ready = pod.status.conditions?.find(({ type }) => type === 'Ready');
    if (pod.status.phase === phase && (phase === 'Pending' || ready?.status === isReady)) return;
    if (!this.#addresses.has(pod.metadata.uid)) this.#addresses.set(pod.metadata.uid, this.#addresses.size + 1);
    const podIP = `10.9.0.${this.#addresses.get(pod.metadata.uid)}`;
    const time = new Date().toISOString().replace(/\.\d+/, '');
    const status = {
      phase,
      podIP,
      podIPs: [{ ip: podIP }],
      conditions: [{ type: 'Ready', status: isReady, lastTransitionTime: time }],
      ...more,
    };
    await this.#t.patch(
      this.path('pods/status', pod.metadata.name),
      { status },
      'application/strategic-merge-patch+json',
    );
  }

  /** Waits until the predicate holds, and then until nothing changes any more. */
  async settle(isDone = async () => true) {
    const deadline = Date.now() + longestMilliseconds;
    let [last, since] = ['', Date.now()];
    while (Date.now() < deadline) {
      const versions = [];
      for (const resource of [...Object.keys(kinds), ...Object.keys(clusterKinds)]) {
        const items = await this.list(resource);
        versions.push(...items.map(({ metadata }) => metadata.resourceVersion));
      }
      const current = versions.join();
      if (current !== last) [last, since] = [current, Date.now()];
      if (Date.now() - since > settledMilliseconds && (await isDone())) return;
      await pause(60);
    }
    for (const r of ['deployments', 'replicasets', 'statefulsets', 'replicationcontrollers', 'jobs', 'pods'])
      for (const o of await this.list(r))
        console.error(
          r,
          JSON.stringify({
            n: o.metadata.name,
            g: o.metadata.generation,
            d: o.metadata.deletionTimestamp,
            r: o.spec.replicas,
            s: r === 'pods' ? o.status.phase + JSON.stringify(o.status.conditions) : o.status,
          }).slice(0, 600),
        );
    throw new Error('the story did not settle');
  }

  /** Records all objects of the namespace, without times and generated parts of names. */
  async see(label, resources, { components = [], hasEvents = true, forget = () => {} } = {}) {
    const objects = {};
    const generated = new Map();
    for (const resource of resources) {
      objects[resource] = await this.list(resource);
      for (const { metadata } of objects[resource]) {
        const { name, generateName } = metadata;
        if (generateName && name !== generateName && /^[a-z0-9]{5}$/.test(name.slice(generateName.length)))
          generated.set(name, `${generateName}*`);
      }
    }
    const mask = (value) => {
      let text = JSON.stringify(this.#t.normalise(value, { message: true })).replaceAll(this.namespace, '<ns>');
      for (const [name, masked] of generated) text = text.replaceAll(name, masked);
      text = text.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"').replace(/kube-api-access-[a-z0-9]{5}/g, 'token');
      text = text
        .replaceAll(this.#t.id, '<id>')
        .replace(/"(ticks-)\d+"/g, '"$1*"')
        .replace(/(ticks-)\d{8}/g, '$1*')
        .replace(/(pods \\*"[a-z0-9-]+-)[a-z0-9]{5}(\\*" is forbidden)/g, '$1*$2');
      text = text.replace(/10\.9\.0\.\d+/g, '<ip>').replace(/"(clusterIP)":"10\.[\d.]+"/g, '"$1":"<ip>"');
      text = text.replace(/"clusterIPs":\["10\.[\d.]+"\]/g, '"clusterIPs":["<ip>"]');
      text = text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>');
      return JSON.parse(text);
    };
    const seen = {};
    for (const [resource, items] of Object.entries(objects)) {
      if (generations.includes(resource)) for (const { metadata } of items) delete metadata.generation;
      for (const item of items) forget(resource, item);
      seen[resource] = inOrder(items.map(mask));
    }
    if (hasEvents) seen.events = await this.#events(mask, components);
    this.#t.see(label, seen, { message: true });
  }

  async #events(mask, components) {
    const items = [];
    for (const namespace of [this.namespace, 'default']) {
      const { json } = await this.#t.get(`/api/v1/namespaces/${namespace}/events`);
      items.push(
        ...json.items.filter(({ involvedObject: { kind, name } }) => {
          return namespace !== 'default' || (kind !== 'Node' && name.startsWith(this.#t.id));
        }),
      );
    }
    const own = items.filter(
      ({ source }) => components.includes(source?.component) || !others.includes(source?.component),
    );
    const texts = own.map(
      ({ type, reason, message, involvedObject, source }) =>
        `${source?.component} ${type} ${reason} ${involvedObject.kind}/${involvedObject.name}: ${message}`,
    );
    // Pods that are gone have generated names, too.
    const masked = texts.map((text) =>
      mask({ text }).text.replace(/(pod: |daemon pod <ns>\/)([a-z0-9*-]+-)[a-z0-9]{5}(?= |$)/, '$1$2*'),
    );
    return [...new Set(masked)].sort();
  }
}

function inOrder(items) {
  return items
    .map((item) => [JSON.stringify(item), item])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);
}
