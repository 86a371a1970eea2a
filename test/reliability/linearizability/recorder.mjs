// Clients that record every request: when it was sent, when it was answered, and the response.
import { NotSentError, OutcomeUnknownError } from '../support/client.mjs';

/** Responses that mean that nothing was done. */
const refused = new Set([400, 401, 403, 422, 429]);

/** Objects of one collection, as registers. */
export class RecordingClient {
  #http;
  #id;
  #history;
  #collection;
  #number = 0;

  constructor({ http, id, history, collection }) {
    this.#http = http;
    this.#id = id;
    this.#history = history;
    this.#collection = collection;
  }

  get(key) {
    return this.#record({ key, type: 'get' }, () => this.#http.get(`${this.#collection}/${key}`), {
      200: (document) => ({ kind: 'ok', ...item(document) }),
      404: () => ({ kind: 'absent' }),
    });
  }

  /** `query`: for a list that may be stale, such as `resourceVersion=0`. */
  list(query = '') {
    const type = query === '' ? 'list' : 'stale-list';
    return this.#record({ type, query }, () => this.#http.get(`${this.#collection}${query && `?${query}`}`), {
      200: ({ metadata, items }) => ({
        kind: 'ok',
        revision: Number(metadata.resourceVersion),
        items: items.map(item),
      }),
    });
  }

  create(key) {
    const value = this.#newValue();
    return this.#record(
      { key, type: 'create', value },
      () => this.#http.post(this.#collection, configMap(key, value)),
      {
        201: (document) => ({ kind: 'ok', version: item(document).version }),
        409: () => ({ kind: 'exists' }),
      },
    );
  }

  update(key, expected) {
    const value = this.#newValue();
    const body = configMap(key, value, String(expected));
    return this.#record(
      { key, type: 'update', value, expected },
      () => this.#http.put(`${this.#collection}/${key}`, body),
      {
        200: (document) => ({ kind: 'ok', version: item(document).version }),
        404: () => ({ kind: 'absent' }),
        409: () => ({ kind: 'conflict' }),
      },
    );
  }

  /** Regardless of the version: the server retries on conflicts. */
  patch(key) {
    const value = this.#newValue();
    const path = `${this.#collection}/${key}`;
    return this.#record({ key, type: 'patch', value }, () => this.#http.patch(path, { data: { value } }), {
      200: (document) => ({ kind: 'ok', version: item(document).version }),
      404: () => ({ kind: 'absent' }),
    });
  }

  /** `expected`: only this version; unset: any. */
  delete(key, expected) {
    const body = expected === undefined ? undefined : { preconditions: { resourceVersion: String(expected) } };
    const request = { key, type: 'delete', ...(expected !== undefined && { expected }) };
    return this.#record(request, () => this.#http.delete(`${this.#collection}/${key}`, body), {
      200: () => ({ kind: 'ok' }),
      404: () => ({ kind: 'absent' }),
      409: () => ({ kind: 'conflict' }),
    });
  }

  async #record(request, send, outcomes) {
    const operation = { id: `${this.#id}-${this.#number++}`, client: this.#id, ...request, call: performance.now() };
    try {
      const { status, document, text } = await send();
      operation.return = performance.now();
      operation.status = status;
      operation.outcome = outcomes[status]?.(document) ?? otherOutcome(status, text);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      operation.outcome = { kind: error instanceof NotSentError ? 'refused' : 'unknown', message: error.message };
    }
    if (operation.outcome.kind === 'unknown') operation.return = Number.POSITIVE_INFINITY;
    if (operation.outcome.kind !== 'refused') this.#history.push(operation);
    return operation;
  }

  /** The value of the next write: unique within the history. */
  #newValue() {
    return `${this.#id}-${this.#number}`;
  }
}

/** 5xx: a failing server does not know the outcome either. */
function otherOutcome(status, text) {
  if (refused.has(status)) return { kind: 'refused' };
  if (status >= 500) return { kind: 'unknown', message: text.slice(0, 200) };
  throw new Error(`an answer that was not expected: ${status} ${text.slice(0, 300)}`);
}

function item({ metadata, data }) {
  return { key: metadata.name, version: Number(metadata.resourceVersion), value: data?.value };
}

function configMap(name, value, resourceVersion) {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(resourceVersion && { resourceVersion }) },
    data: { value },
  };
}
