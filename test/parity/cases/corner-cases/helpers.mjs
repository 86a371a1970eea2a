// What several files of the area's cases use.

/** A refusal with all texts, causes in a fixed order; or what was accepted. */
export function outcome({ status, json }) {
  if (json?.kind !== 'Status') return { code: status, object: json };
  const causes = (json.details?.causes ?? []).map(({ field, reason, message }) => `${field}: ${reason}: ${message}`);
  return {
    code: status,
    reason: json.reason,
    ...(causes.length > 0 ? { causes: causes.sort() } : { says: json.message }),
  };
}

/** A case per kind: each body is created as a dry run. */
export const dryRuns = (name, { path, apiVersion, kind, bodies }) => ({
  name,
  async run(t) {
    const ns = path.includes('/NS/') ? await t.ns() : '';
    for (const [index, { metadata, ...body }] of bodies.entries()) {
      const object = { apiVersion, kind, metadata: { name: 'a', ...metadata }, ...body };
      const response = await t.post(`${path.replace('NS', ns)}?dryRun=All`, object);
      t.see(`${index}`, JSON.parse(JSON.stringify(outcome(response)).replaceAll(ns || '\0', '<ns>')), {
        message: true,
      });
    }
  },
});
