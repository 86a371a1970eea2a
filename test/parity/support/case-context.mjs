import { exchange, openWatch, sleep } from './exchange.mjs';
import { normalise } from './normalise.mjs';
import { StoredValues } from './stored-values.mjs';

let made = 0;

/** The context of a case: requests, its own namespace and definitions, and `see`, which records what is compared. */
export class CaseContext {
  seen = [];
  cleanups = [];
  id = `p${process.pid % 10_000}x${++made}`;
  sleep = sleep;
  normalise = normalise;
  #server;

  constructor(server) {
    this.#server = server;
  }

  get url() {
    return this.#server.url;
  }

  /** What the server has in etcd; for areas that say `needsEtcd`. */
  get stored() {
    return new StoredValues(this.#server.store);
  }

  get adminToken() {
    return this.#server.token;
  }

  http = (method, path, options) => exchange(this.#server, { method, path, ...options });
  watch = (path, options) => openWatch(this.#server, path, options);
  get = (path, options) => this.http('GET', path, options);
  post = (path, body, options) => this.http('POST', path, { body, ...options });
  put = (path, body, options) => this.http('PUT', path, { body, ...options });
  del = (path, options) => this.http('DELETE', path, options);
  patch = (path, body, type, options) => this.http('PATCH', path, { body, type, ...options });

  /** Records an observation. The case's own id is masked, so that runs are comparable. */
  see(label, value, options) {
    const text = JSON.stringify(normalise(value, options) ?? null);
    this.seen.push([label, JSON.parse(text.replaceAll(this.id, '<id>'))]);
  }

  /** Records the contract of an error: the code, the reason, and the fields and reasons of its causes. */
  seeStatus(label, { status, json }) {
    this.see(label, {
      code: status,
      body: json?.kind === 'Status' ? summary(json) : json?.kind && { object: json.kind },
    });
  }

  /** Registers a function that runs after the case, last registered first. */
  cleanup(run) {
    this.cleanups.unshift(run);
  }

  /** A new namespace, deleted afterwards. */
  async ns() {
    const name = `${this.id}-ns${this.cleanups.length}`;
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    const path = `/api/v1/namespaces/${name}`;
    const created = await this.post('/api/v1/namespaces', body);
    if (created.status >= 300) throw new Error(`namespace: ${created.status} ${created.text?.slice(0, 200)}`);
    await this.eventually(async () => (await this.get(path)).status === 200, 2000);
    this.cleanup(async () => {
      await this.del(path);
      const left = await this.get(path);
      if (left.status !== 200) return;
      left.json.spec = { finalizers: [] };
      await this.put(`${path}/finalize`, left.json);
    });
    return name;
  }

  /**
   * Creates a CustomResourceDefinition and waits until it is served; returns { group, plural, path(namespace), crdPath
   * }.
   */
  async crd({ wait = true, ...options } = {}) {
    const body = definition({ group: `${this.id}.example.com`, ...options });
    const { group, scope, names, versions } = body.spec;
    const { plural, kind } = names;
    const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const crdPath = `${collection}/${plural}.${group}`;
    const created = await this.post(collection, body);
    this.cleanup(() => this.del(crdPath));
    const served = versions.find((version) => version.served)?.name ?? 'v1';
    const path = (namespace, version = served) => {
      const place = scope === 'Namespaced' && namespace ? `namespaces/${namespace}/${plural}` : plural;
      return `/apis/${group}/${version}/${place}`;
    };
    if (wait && created.status < 300) {
      await this.eventually(async () => (await this.get(`${path()}?limit=1`)).status === 200, 6000);
    }
    return { created, group, plural, kind, path, crdPath, apiVersion: `${group}/${served}` };
  }

  /** Waits until the function returns something truthy; returns its last result. */
  async eventually(probe, milliseconds = 10_000) {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const last = await probe();
      if (last || Date.now() >= deadline) return last;
      await sleep(30);
    }
  }
}

function summary({ status, reason, code, details }) {
  const causes = details?.causes?.map((cause) => `${cause.field ?? ''}:${cause.reason ?? ''}`).sort();
  return { status, reason, code, kind: details?.kind, group: details?.group, name: details?.name, causes };
}

function definition({ group, plural = 'widgets', kind = 'Widget', scope = 'Namespaced', ...rest }) {
  const schema = rest.schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...rest.version };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, ...rest.metadata },
    spec: {
      group,
      scope,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, ...rest.names },
      versions: rest.versions ?? [version],
      ...rest.spec,
    },
  };
}
