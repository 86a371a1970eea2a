export type { PairFiles } from './certificate-folder.js';
export {
  type CredentialFiles,
  clientKubeconfig,
  credentialFiles,
  frontProxyName,
  keepAdminKubeconfig,
  keepClient,
  keepCredentials,
} from './credentials.js';
