export { checkCredentials } from './check-credentials.js';
export {
  administrator,
  type CredentialFiles,
  credentialFiles,
  frontProxyName,
  keepAdminKubeconfig,
  keepCredentials,
} from './credentials.js';
export { decodeKeys, encodeKeys, encryptionFile, readSharedKeys, writeSharedKeys } from './shared-keys.js';
