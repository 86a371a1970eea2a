// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/envelope.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/v2/api.proto (v1.36)

import { MessageFields, MessageWriter } from '../../../apimachinery/grpc/index.js';
import {
  FieldPath,
  fieldErrorMessage,
  validateFullyQualifiedDomainName,
} from '../../../apimachinery/validation/index.js';
import type { EncryptedKey } from './key-service.js';

/** How the data was encrypted: with the key itself, or with keys derived from it. */
export const keySource = { key: 0, seed: 1 } as const;

/** The stored form of a value: its data, and the encrypted key, which only the KMS can decrypt. */
export interface EncryptedObject extends EncryptedKey {
  readonly data: Buffer;
  readonly source: number;
}

const maxKeyBytes = 1024;
const maxKeyIdBytes = 1024;
const maxAnnotationBytes = 32 * 1024;

export function encodeObject({ data, keyId, ciphertext, annotations, source }: EncryptedObject): Buffer {
  return new MessageWriter()
    .bytes(1, data)
    .text(2, keyId)
    .bytes(3, ciphertext)
    .map(4, annotations)
    .number(5, source)
    .finish();
}

/** Throws if the bytes are not an EncryptedObject. */
export function decodeObject(stored: Buffer): EncryptedObject {
  const fields = new MessageFields(stored);
  const object = {
    data: fields.bytes(1),
    keyId: fields.text(2),
    ciphertext: fields.bytes(3),
    annotations: fields.map(4),
    source: fields.number(5),
  };
  if (object.source !== keySource.key && object.source !== keySource.seed) {
    throw new Error(`unknown encryptedDEKSourceType: ${object.source}`);
  }
  if (object.data.length === 0) throw new Error('encrypted data is empty');
  checkEncryptedKey(object);
  return object;
}

/** Throws if a response of the KMS, or a stored object, is invalid. */
export function checkEncryptedKey({ ciphertext, keyId, annotations }: EncryptedKey): void {
  if (ciphertext.length === 0)
    throw new Error('failed to validate encrypted DEK source: encrypted DEK source is empty');
  if (ciphertext.length > maxKeyBytes) {
    throw new Error(
      `failed to validate encrypted DEK source: encrypted DEK source is ${ciphertext.length} bytes, which exceeds the max size of ${maxKeyBytes}`,
    );
  }
  const problem = keyIdProblem(keyId);
  if (problem !== undefined) throw new Error(`failed to validate key id: ${problem}`);
  checkAnnotations(annotations);
}

export function keyIdProblem(keyId: string): string | undefined {
  const bytes = Buffer.byteLength(keyId);
  if (bytes === 0) return 'keyID is empty';
  return bytes > maxKeyIdBytes ? `keyID is ${bytes} bytes, which exceeds the max size of ${maxKeyIdBytes}` : undefined;
}

function checkAnnotations(annotations: EncryptedKey['annotations']): void {
  let bytes = 0;
  for (const [key, value] of annotations) {
    const [error] = validateFullyQualifiedDomainName(key, FieldPath.of('annotations'));
    if (error) throw new Error(`failed to validate annotations: ${fieldErrorMessage(error)}`);
    bytes += Buffer.byteLength(key) + value.length;
  }
  if (bytes <= maxAnnotationBytes) return;
  throw new Error(
    `failed to validate annotations: total size of annotations is ${bytes}, which exceeds the max size of ${maxAnnotationBytes}`,
  );
}
