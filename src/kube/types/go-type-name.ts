import type { Expression, Scalar } from './facts.js';

const scalarNames: Readonly<Record<Scalar, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  bytes: '[]uint8',
  any: 'interface {}',
};

/** Returns a type as Go's messages name it: `v1.RestartPolicy`, `[]v1.Container`, `map[string]string`. */
export function goTypeName(type: Expression): string {
  switch (type.form) {
    case 'scalar':
      return scalarNames[type.scalar];
    case 'pointer':
      return `*${goTypeName(type.of)}`;
    case 'list':
      return `[]${goTypeName(type.of)}`;
    case 'map':
      return `map[${goTypeName(type.key)}]${goTypeName(type.of)}`;
    case 'name':
      return type.name.slice(type.name.indexOf('/') + 1);
  }
}
