import { expect, test } from 'vitest';
import { conversionProblem } from './conversion-problem.js';

const decoding = (sent: string, type: string) =>
  `json: cannot unmarshal ${sent} into Go struct field PodSpec.spec.x of type ${type}`;

test.each([
  [decoding('number', 'string'), 'cannot convert int64 to string'],
  [decoding('string', 'int32'), 'unrecognized type: int32'],
  [decoding('number 5.5', 'int32'), 'cannot convert float64 to int32'],
  [decoding('number', 'bool'), 'unrecognized type: bool'],
  [decoding('string', '[]v1.Container'), 'cannot restore slice from string'],
  [decoding('object', '[]v1.Container'), 'cannot restore slice from map'],
  [decoding('array', 'map[string]string'), 'cannot restore map from slice'],
  [decoding('string', 'v1.PodSpec'), 'cannot restore struct from: string'],
  [decoding('array', 'v1.PodSpec'), 'cannot restore struct from: slice'],
  [decoding('bool', 'v1.ObjectMeta'), 'cannot restore struct from: bool'],
  [decoding('number', 'v1.RestartPolicy'), decoding('number', 'v1.RestartPolicy')],
  ['illegal base64 data at input byte 0', 'error decoding from json: illegal base64 data at input byte 0'],
  ['something else', 'something else'],
])('%s', (problem, expected) => expect(conversionProblem(problem)).toBe(expected));
