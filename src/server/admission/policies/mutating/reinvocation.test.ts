import { expect, test } from 'vitest';
import { Reinvocation } from './reinvocation.js';

test('plug-ins called before a change are due in the second round', () => {
  const reinvocation = new Reinvocation();
  reinvocation.invoked('early');
  reinvocation.objectChanged();
  reinvocation.invoked('late');
  reinvocation.end({ a: 1 });
  reinvocation.begin({ a: 1 });
  expect([reinvocation.isDue('early'), reinvocation.isDue('late')]).toEqual([true, false]);
});

test('what others change between the rounds counts too, even in place', () => {
  const reinvocation = new Reinvocation();
  const object = { spec: { a: 1 } };
  reinvocation.invoked('policy');
  reinvocation.end(object);
  object.spec.a = 2;
  reinvocation.begin(object);
  expect(reinvocation.isDue('policy')).toBe(true);
});
