import type { DerElement } from './der-reader.js';

/** Subject of a certificate: user name and groups. */
export interface Subject {
  /** Empty if there is none; the last one if there are several. */
  readonly commonName: string;
  readonly organizations: readonly string[];
}

const commonNameType = '2.5.4.3';
const organizationType = '2.5.4.10';

/** Parses a name: a list of sets of attributes with type and value. Throws RangeError. */
export function subjectIn(name: DerElement | undefined): Subject {
  if (!name) throw new RangeError('missing subject');
  let commonName = '';
  const organizations: string[] = [];
  for (const set of name.children()) {
    for (const attribute of set.children()) {
      const [type, value] = attribute.children();
      if (!type || !value) throw new RangeError('attribute without type or value');
      const identifier = type.objectIdentifier();
      if (identifier === commonNameType) commonName = value.text();
      else if (identifier === organizationType) organizations.push(value.text());
    }
  }
  return { commonName, organizations };
}
