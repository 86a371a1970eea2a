import { expect, test } from 'vitest';
import type { JsonValue, TypeMismatch } from '../../../apimachinery/meta/index.js';
import { conversionProblem } from './conversion-problem.js';

test.each<[JsonValue, TypeMismatch['form'], string, string]>([
  [5, 'string', 'string', 'cannot convert int64 to string'],
  [5.5, 'string', 'string', 'unrecognized type: string'],
  ['5', 'int32', 'int32', 'unrecognized type: int32'],
  [5.5, 'int32', 'int32', 'cannot convert float64 to int32'],
  [5, 'bool', 'bool', 'unrecognized type: bool'],
  ['x', 'slice', '[]v1.Container', 'cannot restore slice from string'],
  [{}, 'slice', '[]v1.Container', 'cannot restore slice from map'],
  [[], 'map', 'map[string]string', 'cannot restore map from slice'],
  [1.5, 'map', 'v1.ResourceList', 'cannot restore map from float64'],
  ['x', 'struct', 'v1.PodSpec', 'cannot restore struct from: string'],
  [[], 'struct', 'v1.Toleration', 'cannot restore struct from: slice'],
  [true, 'struct', 'v1.ObjectMeta', 'cannot restore struct from: bool'],
  [5, 'string', 'v1.RestartPolicy', 'cannot convert int64 to v1.RestartPolicy'],
  [[], 'string', 'v1.RestartPolicy', 'unrecognized type: string'],
  [{}, 'own', 'string', 'json: cannot unmarshal object into Go value of type string'],
])('%j where Go expects a %s (%s)', (value, form, goType, expected) =>
  expect(conversionProblem({ message: '', mismatch: { value, goType, form } })).toBe(expected),
);

test.each([
  ['illegal base64 data at input byte 0', 'error decoding from json: illegal base64 data at input byte 0'],
  ['something else', 'something else'],
])('%s', (message, expected) => expect(conversionProblem({ message, mismatch: undefined })).toBe(expected));
