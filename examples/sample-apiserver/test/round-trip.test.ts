import { checkRoundTrips } from 'trestle/testing';
import { expect, test } from 'vitest';
import { wardle } from '../dist/registry/group.js';

/** Fields that generated objects of both versions have. */
interface AnySpec {
  reference?: string;
  flunderReference?: string;
  fischerReference?: string;
  referenceType?: string;
}

/** Generated references are made consistent: at most one, and the type is that of the reference. */
function consistent({ reference, flunderReference, fischerReference, referenceType }: AnySpec): AnySpec {
  if (reference) return { reference, referenceType: referenceType?.length === 4 ? 'Fischer' : 'Flunder' };
  if (flunderReference) return { flunderReference, referenceType: 'Flunder' };
  return fischerReference ? { fischerReference, referenceType: 'Fischer' } : {};
}

test('no version of a flunder loses what another one has', async () => {
  const trips = await checkRoundTrips(wardle, {
    count: 500,
    adjust: ({ spec, ...flunder }, { kind }) =>
      kind === 'Flunder' ? { ...flunder, spec: { ...consistent(Object(spec)) } } : flunder,
  });
  expect(trips).toBe(1000);
});
