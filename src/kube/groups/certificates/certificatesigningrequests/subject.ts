import type { DerElement } from './der-reader.js';

/** Whom a certificate is about: a user, and the groups of that user. */
export interface Subject {
  /** Empty if there is none; the last of several. */
  readonly commonName: string;
  readonly organizations: readonly string[];
}

const commonNameType = '2.5.4.3';
const organizationType = '2.5.4.10';

/** Reads a name: a list of sets of attributes, each of which has a type and a value. Throws RangeError. */
export function subjectIn(name: DerElement | undefined): Subject {
  if (!name) throw new RangeError('there is no subject');
  let commonName = '';
  const organizations: string[] = [];
  for (const set of name.children()) {
    for (const attribute of set.children()) {
      const [type, value] = attribute.children();
      if (!type || !value) throw new RangeError('an attribute has no value');
      const identifier = type.objectIdentifier();
      if (identifier === commonNameType) commonName = value.text();
      else if (identifier === organizationType) organizations.push(value.text());
    }
  }
  return { commonName, organizations };
}
