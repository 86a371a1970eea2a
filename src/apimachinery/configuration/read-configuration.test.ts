import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { readConfiguration } from './index.js';

const wanted = { kind: 'Lamps', apiVersions: ['lamps/v1', 'lamps/v1beta1'] };

function read(document: JsonObject) {
  return readConfiguration({ kind: 'Lamps', apiVersion: 'lamps/v1', ...document }, wanted, (fields, apiVersion) => ({
    apiVersion,
    name: fields.text('name'),
    isOn: fields.flag('isOn'),
    watts: fields.integer('watts'),
    colors: fields.texts('colors'),
    shade: fields.object('shade', 'v1.Shade').text('material'),
    bulbs: fields.objects('bulbs', 'v1.Bulb').map((bulb) => bulb.text('socket')),
  }));
}

describe('a configuration', () => {
  it('is read by its fields, which are empty where they are not set', () => {
    const empty = { apiVersion: 'lamps/v1', name: '', isOn: false, watts: 0, colors: [], shade: '', bulbs: [] };
    expect(read({})).toEqual(empty);
    expect(read({ name: null, colors: null, shade: null, bulbs: null })).toEqual(empty);
    const full = { name: 'a', isOn: true, watts: 7, colors: ['red'], shade: { material: 'paper' } };
    expect(read({ ...full, bulbs: [{ socket: 'E27' }], apiVersion: 'lamps/v1beta1' })).toEqual({
      ...full,
      apiVersion: 'lamps/v1beta1',
      shade: 'paper',
      bulbs: ['E27'],
    });
  });

  it.each<[string, JsonObject, string]>([
    ['has no kind', { kind: '' }, "Object 'Kind' is missing"],
    ['has no version', { apiVersion: null }, "Object 'apiVersion' is missing"],
    ['is of another kind', { kind: 'Lamp' }, 'no kind "Lamp" is registered for version "lamps/v1"'],
    [
      'has unknown fields',
      { colour: 1, shade: { hue: 1 }, bulbs: [{}, { volt: 1 }] },
      'strict decoding error: unknown field "colour", unknown field "shade.hue", unknown field "bulbs[1].volt"',
    ],
    ['has a prototype', JSON.parse('{"__proto__":1}'), 'strict decoding error: unknown field "__proto__"'],
    ['has no text', { name: 1 }, 'json: cannot unmarshal number into Go struct field Lamps.name of type string'],
    ['has no flag', { isOn: '' }, 'json: cannot unmarshal string into Go struct field Lamps.isOn of type bool'],
    ['has no integer', { watts: 0.5 }, 'json: cannot unmarshal number into Go struct field Lamps.watts of type int32'],
    ['has no list', { colors: {} }, 'json: cannot unmarshal object into Go struct field Lamps.colors of type []string'],
    ['has no texts', { colors: [[]] }, 'json: cannot unmarshal array into Go struct field Lamps.colors of type string'],
    ['has no object', { shade: true }, 'json: cannot unmarshal bool into Go struct field Lamps.shade of type v1.Shade'],
    [
      'has a wrong type deep in it',
      { bulbs: [{ socket: 7 }] },
      'json: cannot unmarshal number into Go struct field Lamps.bulbs.socket of type string',
    ],
  ])('that %s is refused', (_, document, problem) => {
    expect(() => read(document)).toThrow(new Error(problem));
  });

  it('may have unknown fields, if its kind is a legacy one', () => {
    const lenient = { ...wanted, unknownFields: 'ignored' } as const;
    const document = { kind: 'Lamps', apiVersion: 'lamps/v1', more: 1 };
    expect(readConfiguration(document, lenient, () => 'read')).toBe('read');
    expect(() => readConfiguration([], wanted, () => 'read')).toThrow('json: cannot unmarshal array into Go value');
  });
});
