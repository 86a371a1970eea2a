// What several files of the area's cases use.

export const merge = 'application/merge-patch+json';
export const jsonPatch = 'application/json-patch+json';
export const withMessage = { message: true };
export const deployment = (more = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
  ...more,
});
export const body = ({ status, json, headers }) => {
  // Their order depends on the second in which they were written.
  const text = ({ time, ...entry }) => JSON.stringify(entry);
  json.metadata?.managedFields?.sort((one, other) => (text(one) < text(other) ? -1 : 1));
  return { status, warning: headers.warning, json };
};
/** Whether the object was written: its revision differs. */
export const written = (before, after) => ({
  status: after.status,
  isWritten: before.json.metadata.resourceVersion !== after.json.metadata?.resourceVersion,
});
/** A definition with a status subresource, and its path in a namespace. */
export async function statusDefinition(
  t,
  statusSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
) {
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      status: statusSchema,
    },
  };
  const definition = await t.crd({ schema, version: { subresources: { status: {} } } });
  return { ...definition, collection: definition.path(await t.ns()) };
}
