// What several files of the area's cases use.
import { cr, seeError, specSchema } from '../../support/case-helpers.mjs';

/** Custom resources with each spec against a schema of spec's properties: records the code and the causes, or the stored spec. */
export const values = (name, properties, list, more = {}, opts = {}) => ({
  name,
  async run(t) {
    const c = await t.crd({ scope: 'Cluster', schema: specSchema(properties, more) });
    const rs = await Promise.all(
      list.map(([, spec]) =>
        t.post(
          `${c.path()}?dryRun=All&fieldValidation=Ignore`,
          typeof spec === 'string'
            ? `{"apiVersion":"${c.apiVersion}","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`
            : cr(c, 'a', { spec }),
        ),
      ),
    );
    list.forEach(([label], i) => {
      const r = rs[i];
      if (r.status < 300) t.see(label, { code: r.status, spec: r.json.spec });
      else seeError(t, label, r, opts.keep ?? ((c) => !c.startsWith('<nil>')));
    });
  },
});
