export { type CertificateRequest, parseCertificateRequest, signedRequestKey } from './certificate-request.js';
export { type DerElement, DerReader } from './der-reader.js';
export {
  bitString,
  boolean,
  element,
  explicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der-writer.js';
export { type Subject, subjectIn } from './subject.js';
