import { describe, expect, test } from 'vitest';
import { decodeContinue, encodeContinue } from './continue-token.js';

const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const v = 'meta.k8s.io/v1';

test('a position comes back as it was', () => {
  const position = { revision: 12n, startKey: '/registry/boxes/a/x\0' };
  expect(decodeContinue(encodeContinue(position, '/registry/boxes/'), '/registry/boxes/')).toEqual(position);
});

describe('what no list has given out is refused', () => {
  test.each([
    ['!!', 'illegal base64 data at input byte 0'],
    ['ab=', 'illegal base64 data at input byte 2'],
    ['abcde', 'illegal base64 data at input byte 4'],
    ['abc', "invalid character 'i' looking for beginning of value"],
    [token([]), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    [token(null), 'server does not recognize this encoded version '],
    [token({ v: 'v2', rv: 1 }), 'server does not recognize this encoded version v2'],
    [token({ v, rv: '5', start: 'a' }), 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
    [token({ v, rv: 5, start: 1 }), 'json: cannot unmarshal number into Go struct field continueToken.start of type string'],
    [token({ v, start: 'a' }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ v, rv: 5 }), 'encoded start key empty (version meta.k8s.io/v1)'],
    [token({ v, rv: 5, start: '../x' }), '../x'],
  ])('%s', (sent, problem) => {
    expect(() => decodeContinue(sent, '/')).toThrow(`invalid continue token: continue key is not valid: ${problem}`);
  });
}); // biome-ignore format: a row to a line
