// Sharded lists and watches, behind their feature gate.
export const flags = ['--feature-gates=ShardedListAndWatch=true'];
export const parallel = 4;

const [begin, middle, end] = ['0x0000000000000000', '0x8000000000000000', '0x10000000000000000'];
const range = (from, to, field = 'uid') => `shardRange(object.metadata.${field}, '${from}', '${to}')`;
const withMessage = { message: true };

async function maps(t, count) {
  const ns = await t.ns();
  const path = `/api/v1/namespaces/${ns}/configmaps`;
  for (let index = 0; index < count; index++)
    await t.post(path, { metadata: { name: `m${index}`, labels: { n: `${index % 2}` } } });
  return path;
}

export const cases = [
  {
    name: 'shards cover the objects of a list',
    async run(t) {
      const path = await maps(t, 12);
      const list = async (selector, query = '') =>
        (await t.get(`${path}?shardSelector=${encodeURIComponent(selector)}${query}`)).json;
      const [first, second] = [await list(range(begin, middle)), await list(range(middle, end))];
      t.see('together', [...first.items, ...second.items].map((item) => item.metadata.name).sort());
      t.see('metadata', [first.metadata, second.metadata]);
      const all = await list(range(begin, end), '&limit=5');
      t.see('a page', {
        count: all.items.length,
        more: all.metadata.continue !== undefined,
        remaining: all.metadata.remainingItemCount,
        shardInfo: all.metadata.shardInfo,
      });
      const rest = await list(range(begin, end), `&limit=50&continue=${all.metadata.continue}`);
      t.see('the rest', { count: rest.items.length, more: rest.metadata.continue !== undefined });
      const labelled = await list(`${range(begin, middle)} || ${range(middle, end)}`, '&labelSelector=n%3D1');
      t.see('with labels', { names: labelled.items.map((item) => item.metadata.name), metadata: labelled.metadata });
      const ofNamespace = [await list(range(begin, middle, 'namespace')), await list(range(middle, end, 'namespace'))];
      t.see('by namespace', ofNamespace.map(({ items }) => items.length).sort());
      const table = await t.get(`${path}?shardSelector=${encodeURIComponent(range(begin, end))}`, {
        accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
      });
      t.see('a table', { rows: table.json.rows.length, metadata: table.json.metadata });
    },
  },
  {
    name: 'a watch delivers the events of its shard',
    async run(t) {
      const path = await maps(t, 4);
      const watches = [range(begin, middle), range(middle, end)].map((selector) =>
        t.watch(`${path}?watch=true&shardSelector=${encodeURIComponent(selector)}`),
      );
      for (const watch of watches) t.cleanup(() => watch.close());
      const all = () => watches.flatMap(({ events }) => events.filter(({ type }) => type !== 'BOOKMARK'));
      await t.eventually(async () => all().length >= 4);
      await t.post(path, { metadata: { name: 'new' } });
      await t.eventually(async () => all().length >= 5);
      t.see(
        'each once',
        all()
          .map(({ type, object }) => `${type} ${object.metadata.name}`)
          .sort(),
      );
    },
  },
  {
    name: 'selectors that are refused',
    async run(t) {
      const path = await maps(t, 0);
      for (const selector of [
        'f()',
        'shardRange()',
        range(middle, begin),
        range(begin, 'ff'),
        range('0x1', end),
        range('0x000000000000000G', end),
        range(begin, '0x20000000000000000'),
        range(begin, end, 'name'),
        `${range(begin, middle)} || ${range(middle, end, 'namespace')}`,
      ]) {
        const { status, json } = await t.get(`${path}?shardSelector=${encodeURIComponent(selector)}`);
        t.see(selector, { status, json }, withMessage);
      }
      t.seeStatus('no call', await t.get(`${path}?shardSelector=x`));
      t.seeStatus('a watch', await t.get(`${path}?watch=true&shardSelector=x`));
    },
  },
];
