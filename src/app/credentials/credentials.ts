import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kubeconfig, kubeconfigFor, writeKubeconfig } from '../../client/kubeconfig/index.js';
import { CertificateFolder, type PairFiles, pairFiles } from './certificate-folder.js';

/** All keys and certificates of a control plane, under kubeadm's file names. */
export interface CredentialFiles {
  readonly authority: PairFiles;
  readonly server: PairFiles;
  readonly admin: PairFiles;
  readonly frontProxyAuthority: PairFiles;
  readonly frontProxyClient: PairFiles;
  readonly serviceAccountKeyFile: string;
  readonly adminKubeconfig: string;
}

/** The common name of the front proxy, which --requestheader-allowed-names allows. */
export const frontProxyName = 'front-proxy-client';

const authorityName = 'trestle-ca';

const names = {
  authority: 'ca',
  server: 'apiserver',
  admin: 'admin',
  frontProxyAuthority: 'front-proxy-ca',
  frontProxyClient: 'front-proxy-client',
  serviceAccount: 'sa',
};

/** The paths below a data directory. */
export function credentialFiles(dataDirectory: string): CredentialFiles {
  const directory = certificateDirectory(dataDirectory);
  return {
    authority: pairFiles(directory, names.authority),
    server: pairFiles(directory, names.server),
    admin: pairFiles(directory, names.admin),
    frontProxyAuthority: pairFiles(directory, names.frontProxyAuthority),
    frontProxyClient: pairFiles(directory, names.frontProxyClient),
    serviceAccountKeyFile: pairFiles(directory, names.serviceAccount).keyFile,
    adminKubeconfig: join(dataDirectory, 'admin.kubeconfig'),
  };
}

function certificateDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'pki');
}

const administratorName = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };

/** The user of the administrator's certificate. */
export const administrator = {
  name: administratorName.commonName,
  groups: [...administratorName.organizations, 'system:authenticated'],
};

/** Creates the files that are missing. */
export function keepCredentials(dataDirectory: string, serverNames: readonly string[]): void {
  const folder = new CertificateFolder(certificateDirectory(dataDirectory));
  const authority = folder.authority(names.authority, authorityName);
  folder.certificate(names.server, authority, {
    subject: { commonName: 'kube-apiserver' },
    use: { serverNames: [...new Set(serverNames)] },
  });
  folder.certificate(names.admin, authority, {
    subject: administratorName,
    use: 'client',
  });
  const frontProxyAuthority = folder.authority(names.frontProxyAuthority, 'trestle-front-proxy-ca');
  folder.certificate(names.frontProxyClient, frontProxyAuthority, {
    subject: { commonName: frontProxyName },
    use: 'client',
  });
  folder.key(names.serviceAccount);
}

/** Writes the administrator's kubeconfig for a server at this address, unless it is up to date. */
export async function keepAdminKubeconfig(files: CredentialFiles, server: string): Promise<void> {
  const encoded = (file: string) => readFileSync(file).toString('base64');
  if (
    hasAll(files.adminKubeconfig, [
      JSON.stringify(server),
      encoded(files.authority.certificateFile),
      encoded(files.admin.keyFile),
    ])
  )
    return;
  await writeKubeconfig(files.adminKubeconfig, clientKubeconfig(files, { client: files.admin, server }));
}

/** A kubeconfig for a client with a certificate, and a server at this address. */
function clientKubeconfig(
  { authority }: CredentialFiles,
  { client, server }: { client: PairFiles; server: string },
): Kubeconfig {
  const encoded = (file: string) => readFileSync(file).toString('base64');
  return kubeconfigFor({
    name: 'trestle',
    server,
    authorities: readFileSync(authority.certificateFile, 'utf8'),
    user: {
      'client-certificate-data': encoded(client.certificateFile),
      'client-key-data': encoded(client.keyFile),
    },
  });
}

/** Whether a file exists and contains all of these texts. Checking is cheaper than rewriting it. */
function hasAll(file: string, texts: readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const content = readFileSync(file, 'utf8');
  return texts.every((text) => content.includes(text));
}
