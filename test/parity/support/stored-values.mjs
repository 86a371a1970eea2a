/** The values that a server has in etcd, by their keys below the server's prefix. Uses etcd's JSON gateway. */
export class StoredValues {
  #url;
  #prefix;

  constructor({ url, prefix }) {
    this.#url = url;
    this.#prefix = prefix;
  }

  async put(key, value) {
    await this.#call('put', { key: this.#encoded(key), value: Buffer.from(value).toString('base64') });
  }

  /** Returns the bytes; undefined if there are none. */
  async get(key) {
    const { kvs = [] } = await this.#call('range', { key: this.#encoded(key) });
    return kvs[0] && Buffer.from(kvs[0].value, 'base64');
  }

  async delete(key) {
    await this.#call('deleterange', { key: this.#encoded(key) });
  }

  #encoded(key) {
    return Buffer.from(this.#prefix + key).toString('base64');
  }

  async #call(operation, body) {
    const response = await fetch(`${this.#url}/v3/kv/${operation}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`etcd ${operation}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
