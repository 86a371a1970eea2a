// Versions that kube-apiserver 1.36 no longer serves, but still reads from storage: the kinds of each package, and the
// packages that their kinds are in today.
export const former = {
  'apps/v1beta1': { kinds: ['ControllerRevision', 'Deployment', 'StatefulSet'], today: ['apps/v1'] },
  'apps/v1beta2': {
    kinds: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    today: ['apps/v1'],
  },
  'batch/v1beta1': { kinds: ['CronJob'], today: ['batch/v1'] },
  'discovery/v1beta1': { kinds: ['EndpointSlice'], today: ['discovery/v1'] },
  'events/v1beta1': { kinds: ['Event'], today: ['events/v1'] },
  'extensions/v1beta1': {
    kinds: ['DaemonSet', 'Deployment', 'Ingress', 'NetworkPolicy', 'ReplicaSet'],
    today: ['apps/v1', 'networking/v1', 'networking/v1beta1'],
  },
  'flowcontrol/v1beta1': { kinds: ['FlowSchema', 'PriorityLevelConfiguration'], today: ['flowcontrol/v1'] },
  'flowcontrol/v1beta2': { kinds: ['FlowSchema', 'PriorityLevelConfiguration'], today: ['flowcontrol/v1'] },
  'flowcontrol/v1beta3': { kinds: ['FlowSchema', 'PriorityLevelConfiguration'], today: ['flowcontrol/v1'] },
  'node/v1alpha1': { kinds: ['RuntimeClass'], today: ['node/v1'] },
  'node/v1beta1': { kinds: ['RuntimeClass'], today: ['node/v1'] },
  'policy/v1beta1': { kinds: ['PodDisruptionBudget'], today: ['policy/v1'] },
  'rbac/v1alpha1': { kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'], today: ['rbac/v1'] },
  'rbac/v1beta1': { kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'], today: ['rbac/v1'] },
  'scheduling/v1beta1': { kinds: ['PriorityClass'], today: ['scheduling/v1'] },
  'storage/v1alpha1': {
    kinds: ['CSIStorageCapacity', 'VolumeAttachment', 'VolumeAttributesClass'],
    today: ['storage/v1', 'storage/v1beta1'],
  },
};

/**
 * The lines of a former package: those of its kinds, and of the types that they refer to and that have changed since. A
 * kind that has not changed has only the package of today: `Name@package`.
 */
export function formerLines(types, kinds, today) {
  const unchanged = new Map();
  for (const { name, lines } of today) {
    for (const type of unchangedTypes(types, lines)) if (!unchanged.has(type)) unchanged.set(type, name);
  }
  return [...types].flatMap(([type, line]) => {
    if (!unchanged.has(type)) return [rewritten(line, unchanged)];
    return kinds.includes(type) ? [`${type}@${unchanged.get(type)}`] : [];
  });
}

/** The types whose lines, and those of all types that they refer to, are the same today. */
function unchangedTypes(types, today) {
  const same = new Set([...types].filter(([type, line]) => isSame(today.get(type), line)).map(([type]) => type));
  for (let before = -1; before !== same.size; ) {
    before = same.size;
    for (const type of same) if (!localTypes(types.get(type)).every((name) => same.has(name))) same.delete(type);
  }
  return same;
}

/** The order of fields does not matter. */
function isSame(line, other) {
  const [a, b] = [line, other].map((text) => text && fieldsOf(text).sort().join('|'));
  return a === b;
}

/** The fields of a struct, without what only clients and patches use; otherwise the type itself. */
function fieldsOf(line) {
  const { text, isStruct } = parse(line);
  if (!isStruct) return [text.replace(/ \[.*$/, '')];
  return text.split('|').map((field) => {
    const [name, type, number, ...flags] = field.split(' ');
    return [name, type, number, ...flags.filter((flag) => /^[ozD]/.test(flag))].join(' ');
  });
}

/** A line whose unchanged types are those of today's packages. */
function rewritten(line, unchanged) {
  const { type, isStruct } = parse(line);
  if (!isStruct) return line;
  const named = (name) => (unchanged.has(name) ? `${unchanged.get(name)}.${name}` : name);
  const fields = fieldsOf(line).map((field) => {
    const [name, expression, ...rest] = field.split(' ');
    return [name, expression.replace(localType, named), ...rest].join(' ');
  });
  return `${type}:${fields.join('|')}`;
}

function parse(line) {
  const [, type, form, text] = /^(\w+)~?(?:\^[^:]*)?([:=!])(.*)$/.exec(line);
  return { type, text, isStruct: form === ':' };
}

const localType = /(?<![\w./])[A-Z]\w*/g;

/** The names of types of the same package. */
function localTypes(line) {
  return parse(line).isStruct ? fieldsOf(line).flatMap((field) => field.split(' ')[1].match(localType) ?? []) : [];
}
