/**
 * The types and fields in OpenAPI v3 documents, given as [path, document]: all `places`, such as
 * `apis/apps/v1: io.k8s.api.apps.v1.Deployment.spec`, and those that are `described`.
 */
export function describedPlaces(documents) {
  const [places, described] = [new Set(), new Set()];
  const add = (place, { description }) => {
    places.add(place);
    if (description) described.add(place);
  };
  for (const [path, { components = {} }] of documents) {
    for (const [name, schema] of Object.entries(components.schemas ?? {})) {
      add(`${path}: ${name}`, schema);
      for (const [field, property] of Object.entries(schema.properties ?? {}))
        add(`${path}: ${name}.${field}`, property);
    }
  }
  return { places, described };
}
