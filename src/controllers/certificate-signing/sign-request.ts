// Follows pkg/controller/certificates/authority/authority.go (v1.36)
// Follows pkg/controller/certificates/authority/policies.go (v1.36)
import { createPrivateKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  boolean,
  type CertificateRequest,
  type DerElement,
  DerReader,
  element,
  explicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  time,
} from '../../apimachinery/der/index.js';
import { extendedUsages, usageBits } from './key-usages.js';

const minute = 60_000;
const backdateMilliseconds = 5 * minute;
const shortMilliseconds = 8 * 60 * minute;
const shortestMilliseconds = 10 * minute;
const subjectKeyIdentifier = '2.5.29.14';

type Pair = { readonly certificate: string; readonly key: string };

/** The servers of a process have the same one. */
let last: { readonly pair: Pair; readonly authority: CertificateAuthority } | undefined;

/** Signs certificates with the key of an authority. */
export class CertificateAuthority {
  readonly #key: KeyObject;
  readonly #subject: Buffer;
  readonly #keyIdentifier: Buffer | undefined;
  readonly #validUntil: number;

  /** The one with these credentials, both in PEM. Throws if they cannot be used. */
  static of(pair: Pair): CertificateAuthority {
    if (last?.pair.certificate !== pair.certificate || last.pair.key !== pair.key) {
      last = { pair, authority: new CertificateAuthority(pair) };
    }
    return last.authority;
  }

  private constructor({ certificate, key }: Pair) {
    const parsed = new X509Certificate(certificate);
    this.#key = createPrivateKey(key);
    if (!parsed.checkPrivateKey(this.#key)) throw new Error('the key does not belong to the certificate');
    this.#validUntil = Date.parse(parsed.validTo);
    const fields = fieldsOf(parsed.raw);
    this.#subject = fields[5]!.bytes;
    this.#keyIdentifier = extensionOf(fields, subjectKeyIdentifier);
  }

  /** Returns the certificate, in PEM. Throws if the authority has expired. */
  sign(
    request: CertificateRequest,
    { usages, lifetimeMilliseconds, now }: { usages: readonly string[]; lifetimeMilliseconds: number; now: number },
  ): string {
    if (!request.isSigned) throw new Error('unable to verify certificate request signature');
    if (now >= this.#validUntil) throw new Error(`the signer has expired: NotAfter=${new Date(this.#validUntil)}`);
    const isShort = lifetimeMilliseconds < shortMilliseconds;
    const wanted = now + lifetimeMilliseconds - (isShort ? 0 : backdateMilliseconds);
    const algorithm = algorithmOf(this.#key);
    const body = sequence(
      explicit(0, integer(Buffer.from([2]))),
      integer(randomBytes(16)),
      algorithm.identifier,
      this.#subject,
      sequence(time(new Date(now - backdateMilliseconds)), time(new Date(Math.min(wanted, this.#validUntil)))),
      request.subjectBytes,
      request.publicKeyBytes,
      explicit(3, sequence(...this.#extensions(request, usages))),
    );
    return pem(sequence(body, algorithm.identifier, bitString(sign(algorithm.digest, body, this.#key))));
  }

  #extensions({ subject, alternativeNames: names }: CertificateRequest, usages: readonly string[]): Buffer[] {
    const bits = usageBits(usages);
    const extended = extendedUsages(usages);
    const general = (['dns', 'email', 'address', 'uri'] as const).flatMap((tag) => names.get(tag) ?? []);
    const hasSubject = subject.commonName !== '' || subject.organizations.length > 0;
    return [
      ...(bits ? [extension('2.5.29.15', bits, 'critical')] : []),
      ...(extended.length > 0 ? [extension('2.5.29.37', sequence(...extended.map(objectIdentifier)))] : []),
      extension('2.5.29.19', sequence(), 'critical'),
      ...(this.#keyIdentifier ? [extension('2.5.29.35', sequence(element(0x80, this.#keyIdentifier)))] : []),
      ...(general.length > 0
        ? [extension('2.5.29.17', sequence(...general), hasSubject ? undefined : 'critical')]
        : []),
    ];
  }
}

/** A request may ask for a shorter life, but not a very short one. */
export function lifetimeOf(expirationSeconds: number | undefined, longestMilliseconds: number): number {
  if (expirationSeconds === undefined) return longestMilliseconds;
  return Math.min(Math.max(expirationSeconds * 1000, shortestMilliseconds), longestMilliseconds);
}

function extension(identifier: string, value: Buffer, isCritical?: 'critical'): Buffer {
  return sequence(objectIdentifier(identifier), ...(isCritical ? [boolean('true')] : []), octetString(value));
}

/** The fields of a certificate's signed part; version 3 comes first. */
function fieldsOf(certificate: Buffer): DerElement[] {
  const fields = new DerReader(certificate).only().children()[0]?.children() ?? [];
  if (fields.length < 7 || fields[0]?.bytes.readUInt8(0) !== 0xa0) throw new Error('the certificate has no extensions');
  return fields;
}

/** The content of the octet string in an extension's value. */
function extensionOf(fields: readonly DerElement[], identifier: string): Buffer | undefined {
  const last = fields.at(-1);
  const extensions = last?.bytes.readUInt8(0) === 0xa3 ? (last.children()[0]?.children() ?? []) : [];
  const found = extensions.map((each) => each.children()).find(([type]) => type?.objectIdentifier() === identifier);
  const value = found?.at(-1);
  return value && new DerReader(value.content).only().content;
}

function algorithmOf(key: KeyObject): { readonly identifier: Buffer; readonly digest: string | null } {
  const ecdsa: Readonly<Record<string, readonly [string, string]>> = {
    prime256v1: ['1.2.840.10045.4.3.2', 'sha256'],
    secp384r1: ['1.2.840.10045.4.3.3', 'sha384'],
    secp521r1: ['1.2.840.10045.4.3.4', 'sha512'],
  };
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'rsa') {
    return { identifier: sequence(objectIdentifier('1.2.840.113549.1.1.11'), element(0x05)), digest: 'sha256' };
  }
  if (type === 'ed25519') return { identifier: sequence(objectIdentifier('1.3.101.112')), digest: null };
  const [identifier, digest] = ecdsa[details?.namedCurve ?? ''] ?? [];
  if (!identifier || !digest) throw new Error(`keys of the type ${type} cannot sign certificates`);
  return { identifier: sequence(objectIdentifier(identifier)), digest };
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
