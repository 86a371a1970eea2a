import { expect, it } from 'vitest';
import { foreignFragments } from './foreign-documents.js';

function documents(definitions: Record<string, object>, reference: string) {
  const paths = { [`/apis/${reference}`]: { schema: { $ref: `#/definitions/${reference}` } } };
  return { root: 'apis/g/v1', addresses: {}, tag: '', swagger: { paths, definitions: definitions as never } };
}

it('definitions with a name that is taken get another, but for those of Kubernetes, which are the same', () => {
  const shared = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
  const own = { definitionNames: ['Thing', shared] };
  const first = documents({ Thing: { a: 1 }, [shared]: { b: 2 } }, 'Thing');
  const second = documents({ Thing: { c: 3 }, Free: { items: { $ref: '#/definitions/Thing' } } }, 'Free');
  const [a, b] = foreignFragments([own], [first, second]);
  expect(a?.definitions).toEqual({ Thing_v2: { a: 1 } });
  expect(a?.paths).toEqual({ '/apis/Thing': { schema: { $ref: '#/definitions/Thing_v2' } } });
  expect(b?.definitions).toEqual({ Thing_v3: { c: 3 }, Free: { items: { $ref: '#/definitions/Thing_v3' } } });
});
