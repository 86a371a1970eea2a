// Masks what differs between runs and servers: it is not part of the contract.
const volatile = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'selfLink',
  'lastTransitionTime',
  'time',
  'serverAddress',
  'lastProbeTime',
  'lastUpdateTime',
  'lastHeartbeatTime',
]);

/** Options: drop (names of fields), managedFields and message (whether to compare them). */
export function normalise(value, options = {}) {
  if (Array.isArray(value)) return value.map((item) => normalise(item, options));
  if (value === null || typeof value !== 'object') return value;
  const result = {};
  for (const name of Object.keys(value).sort()) {
    if (options.drop?.includes(name)) continue;
    if (name === 'managedFields' && !options.managedFields) continue;
    result[name] = normaliseField(name, value[name], options);
  }
  return result;
}

function normaliseField(name, value, options) {
  const isText = typeof value === 'string';
  if (name === 'message' && !options.message) return isText && value ? '<message>' : value;
  if (volatile.has(name) && (isText || typeof value === 'number')) return value === '' ? '' : `<${name}>`;
  return normalise(value, options);
}
