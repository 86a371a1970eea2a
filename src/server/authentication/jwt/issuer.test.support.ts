import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { HttpsServer, type ReceivedRequest, type TestResponse } from '../../https-server.test.support.js';

export interface IssuerKey {
  readonly id: string;
  readonly algorithm: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

export function issuerKey(id: string, algorithm = 'ES256'): IssuerKey {
  const curve = curves[algorithm];
  const pair = curve
    ? generateKeyPairSync('ec', { namedCurve: curve })
    : generateKeyPairSync('rsa', { modulusLength: 1536 });
  return { id, algorithm, ...pair };
}

export function signToken(claims: JsonObject, key: IssuerKey, header: JsonObject = {}): string {
  const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const data = `${encode({ alg: key.algorithm, kid: key.id, ...header })}.${encode(claims)}`;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const form = key.algorithm.startsWith('PS') ? pss : { dsaEncoding: 'ieee-p1363' as const };
  const signature = sign(`sha${key.algorithm.slice(2)}`, Buffer.from(data), { key: key.privateKey, ...form });
  return `${data}.${signature.toString('base64url')}`;
}

/** A token issuer on localhost. */
export class TestIssuer {
  readonly server: HttpsServer;
  keys: readonly IssuerKey[];
  /** Handles all other requests. */
  more: (request: ReceivedRequest) => TestResponse = () => ({ code: 404, text: 'not found' });
  keysHeaders: Record<string, string> = {};
  discovery: JsonObject = {};

  static async start(...keys: readonly IssuerKey[]): Promise<TestIssuer> {
    return new TestIssuer(await HttpsServer.start(), keys);
  }

  private constructor(server: HttpsServer, keys: readonly IssuerKey[]) {
    this.server = server;
    this.keys = keys;
    server.respond = (request) => this.#respond(request);
  }

  get url(): string {
    return this.server.url;
  }

  /** How often its keys were fetched. */
  get keyFetches(): number {
    return this.server.received.filter(({ path }) => path === '/keys').length;
  }

  /** A token that is valid unless the claims say otherwise. */
  token(claims: JsonObject = {}, key = this.keys[0]!): string {
    const now = Math.floor(Date.now() / 1000);
    return signToken({ iss: this.url, aud: 'me', sub: 'jane', exp: now + 60, ...claims }, key);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  #respond(request: ReceivedRequest): TestResponse {
    switch (request.path) {
      case '/.well-known/openid-configuration':
        return { issuer: this.url, jwks_uri: `${this.url}/keys`, ...this.discovery };
      case '/keys': {
        const keys = this.keys.map(({ id, publicKey }) => ({
          ...publicKey.export({ format: 'jwk' }),
          kid: id,
          use: 'sig',
        }));
        return { code: 200, document: { keys: [...keys, { kty: 'oct', k: 'x' }] }, headers: this.keysHeaders };
      }
      default:
        return this.more(request);
    }
  }
}
