// What several files of the area's cases use.

export const POML = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
export const ct = (r) => r.headers['content-type'];
export const head = (r) => ({ code: r.status, type: ct(r), kind: r.json?.kind, apiVersion: r.json?.apiVersion });
export const meta = (name, more) => ({ name, ...more });
