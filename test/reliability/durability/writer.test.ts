import { beforeEach, describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '../support/client.mjs';
import { Random } from '../support/random.mjs';
import { Writer } from './writer.mjs';

interface Stored {
  metadata: { name: string; resourceVersion: string };
  data: { payload: string; sum: string };
}

/** A minimal server whose responses can be lost. */
class Server {
  readonly objects = new Map<string, Stored>();
  /** Before the write happens, after it, or never. */
  loss: 'before' | 'after' | undefined;
  #revision = 0;

  post = (_path: string, body: Stored) => this.#write(body.metadata.name, { status: 201, body, isThere: false });
  put = (path: string, body: Stored) => this.#write(last(path), { status: 200, body, isThere: true });
  delete = (path: string) => this.#write(last(path), { status: 200, body: undefined, isThere: true });

  async #write(
    name: string,
    { status, body, isThere }: { status: number; body: Stored | undefined; isThere: boolean },
  ) {
    if (this.loss === 'before') throw new OutcomeUnknownError('lost');
    if (this.objects.has(name) !== isThere) return { status: isThere ? 404 : 409, text: '' };
    const document = body && {
      ...body,
      kind: 'ConfigMap',
      metadata: { ...body.metadata, resourceVersion: String(++this.#revision) },
    };
    if (document) this.objects.set(name, document);
    else this.objects.delete(name);
    if (this.loss === 'after') throw new OutcomeUnknownError('lost');
    return { status, document, text: '' };
  }
}

const last = (path: string) => path.split('/').at(-1)!;

describe('a writer', () => {
  let server: Server;
  let writer: Writer;

  beforeEach(async () => {
    server = new Server();
    writer = new Writer({ id: 'writer', namespace: 'a', random: new Random('writer') });
    let writes = 0;
    await writer.writeUntilGone(server, () => writes++ >= 200);
  });

  const first = () => [...server.objects.values()][0]!;

  it('finds everything that was acknowledged', () => {
    expect(writer.acknowledged).toBe(200);
    expect(writer.compare(server.objects)).toEqual({ lost: [], broken: [], undone: [] });
  });

  it.each(['before', 'after'] as const)(
    'accepts what may have happened when an answer is lost %s the write',
    async (loss) => {
      server.loss = loss;
      await writer.writeUntilGone(server);
      expect(writer.compare(server.objects)).toEqual({ lost: [], broken: [], undone: [] });
    },
  );

  it('misses an object that is gone', () => {
    const { name } = first().metadata;
    server.objects.delete(name);
    expect(writer.compare(server.objects).lost).toEqual([name]);
  });

  it('misses the newest payload where an older one is there', async () => {
    const before = new Map(server.objects);
    const wanted = writer.acknowledged + 30;
    await writer.writeUntilGone(server, () => writer.acknowledged >= wanted);
    expect(writer.compare(before).lost.length).toBeGreaterThan(0);
  });

  it('sees that a deletion was undone', async () => {
    const before = new Map(server.objects);
    const isDeleted = () => [...before.keys()].some((name) => !server.objects.has(name));
    await writer.writeUntilGone(server, isDeleted);
    const deleted = [...before.keys()].filter((name) => !server.objects.has(name));
    const { undone } = writer.compare(
      new Map([...server.objects, ...deleted.map((name) => [name, before.get(name)!] as const)]),
    );
    expect(undone).toEqual(deleted);
  });

  it('sees that an object is not whole', () => {
    const object = first();
    server.objects.set(object.metadata.name, { ...object, data: { ...object.data, sum: 'another' } });
    expect(writer.compare(server.objects).broken).toEqual([object.metadata.name]);
  });
});
