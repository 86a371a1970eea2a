export {
  administrator,
  type CredentialFiles,
  credentialFiles,
  frontProxyName,
  keepAdminKubeconfig,
  keepCredentials,
} from './credentials.js';
