import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type DerElement, DerReader } from './der-reader.js';
import { type Subject, subjectIn } from './subject.js';

/** A PKCS #10 certificate request. */
export interface CertificateRequest {
  readonly subject: Subject;
  /** The DER of the subject and of the public key, as the request has them. */
  readonly subjectBytes: Buffer;
  readonly publicKeyBytes: Buffer;
  /** Whether it is signed with its own key. */
  readonly isSigned: boolean;
  /** The DER of its alternative names, by the tag that says what each one is. */
  readonly alternativeNames: ReadonlyMap<NameTag, readonly Buffer[]>;
}

/** Tags of general names. */
export type NameTag = 'email' | 'dns' | 'uri' | 'address' | 'other';

const nameTags: Readonly<Record<number, NameTag>> = { 129: 'email', 130: 'dns', 134: 'uri', 135: 'address' };
const extensionRequest = '1.2.840.113549.1.9.14';
const subjectAlternativeName = '2.5.29.17';

/** By algorithm. SHA-1 is accepted: the signature only proves that the client has the key. */
const digests: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};

/** Throws an error if the request is malformed. */
export function parseCertificateRequest(der: Buffer): CertificateRequest {
  const [information] = new DerReader(der).only().children();
  const [, subject, publicKey, ...attributes] = information?.children() ?? [];
  if (!subject || !publicKey) throw new RangeError('missing subject or public key');
  return {
    subject: subjectIn(subject),
    subjectBytes: subject.bytes,
    publicKeyBytes: publicKey.bytes,
    isSigned: isSignedByItsKey(der),
    alternativeNames: alternativeNamesIn(attributes),
  };
}

/** The key of a DER certificate request, and whether the request is signed with it. Undefined: it is malformed. */
export function signedRequestKey(der: Buffer): { readonly key: KeyObject; readonly isSigned: boolean } | undefined {
  try {
    const [, , publicKey] = new DerReader(der).only().children()[0]?.children() ?? [];
    if (!publicKey) return undefined;
    const key = createPublicKey({ key: publicKey.bytes, format: 'der', type: 'spki' });
    return { key, isSigned: isSignedByItsKey(der) };
  } catch {
    return undefined;
  }
}

/** A request consists of the signed information, the algorithm and the signature. */
function isSignedByItsKey(der: Buffer): boolean {
  const [information, algorithm, signature] = new DerReader(der).only().children();
  if (!information || !algorithm || !signature) return false;
  const [, , publicKey] = information.children();
  const [identifier] = algorithm.children();
  if (!publicKey || !identifier) return false;
  const digest = digests[identifier.objectIdentifier()];
  if (digest === undefined) return false;
  const key = createPublicKey({ key: publicKey.bytes, format: 'der', type: 'spki' });
  return verify(digest, information.bytes, key, signature.content.subarray(1));
}

function alternativeNamesIn(attributes: readonly DerElement[]): ReadonlyMap<NameTag, readonly Buffer[]> {
  const found = new Map<NameTag, Buffer[]>();
  for (const value of extensionsIn(attributes, subjectAlternativeName)) {
    for (const name of new DerReader(value.content).only().children()) {
      const tag = nameTags[name.bytes.readUInt8(0)] ?? 'other';
      found.set(tag, [...(found.get(tag) ?? []), name.bytes]);
    }
  }
  return found;
}

/** The values of an extension: attributes have an identifier and a set of values; an extension ends with its value. */
function extensionsIn(attributes: readonly DerElement[], identifier: string): DerElement[] {
  const requests = attributes.flatMap((all) => all.children()).map((attribute) => attribute.children());
  const lists = requests.flatMap(([type, values]) =>
    type?.objectIdentifier() === extensionRequest ? (values?.children() ?? []) : [],
  );
  const extensions = lists.flatMap((list) => list.children()).map((extension) => extension.children());
  return extensions.flatMap((parts) => (parts[0]?.objectIdentifier() === identifier ? parts.slice(-1) : []));
}
