export {
  type CredentialFiles,
  credentialFiles,
  frontProxyName,
  keepCredentials,
  writeAdminKubeconfig,
} from './credentials.js';
