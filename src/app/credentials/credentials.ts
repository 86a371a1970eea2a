import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubeconfigFor, writeKubeconfig } from '../../client/kubeconfig/index.js';
import { CertificateFolder, type PairFiles, pairFiles } from './certificate-folder.js';

/** All keys and certificates that a control plane needs, in files named as kubeadm names them. */
export interface CredentialFiles {
  readonly authority: PairFiles;
  readonly server: PairFiles;
  readonly admin: PairFiles;
  readonly frontProxyAuthority: PairFiles;
  readonly frontProxyClient: PairFiles;
  readonly serviceAccountKeyFile: string;
  readonly adminKubeconfig: string;
}

/** The common name of the front proxy: the one that --requestheader-allowed-names allows. */
export const frontProxyName = 'front-proxy-client';

const names = {
  authority: 'ca',
  server: 'apiserver',
  admin: 'admin',
  frontProxyAuthority: 'front-proxy-ca',
  frontProxyClient: 'front-proxy-client',
  serviceAccount: 'sa',
};

/** Where they are, below a data directory. */
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

/** Makes what is not there yet. */
export function keepCredentials(dataDirectory: string, serverNames: readonly string[]): void {
  const folder = new CertificateFolder(certificateDirectory(dataDirectory));
  const authority = folder.authority(names.authority, 'trestle-ca');
  folder.certificate(names.server, authority, {
    subject: { commonName: 'kube-apiserver' },
    use: { serverNames: [...new Set(serverNames)] },
  });
  folder.certificate(names.admin, authority, {
    subject: { commonName: 'kubernetes-admin', organizations: ['system:masters'] },
    use: 'client',
  });
  const frontProxyAuthority = folder.authority(names.frontProxyAuthority, 'trestle-front-proxy-ca');
  folder.certificate(names.frontProxyClient, frontProxyAuthority, {
    subject: { commonName: frontProxyName },
    use: 'client',
  });
  folder.key(names.serviceAccount);
}

/** Makes the kubeconfig of the administrator, for a server at this address, unless it is there already. */
export async function keepAdminKubeconfig(files: CredentialFiles, server: string): Promise<void> {
  const text = (file: string) => readFileSync(file, 'utf8');
  const encoded = (file: string) => Buffer.from(text(file)).toString('base64');
  if (
    hasAll(files.adminKubeconfig, [
      `server: ${server}\n`,
      encoded(files.authority.certificateFile),
      encoded(files.admin.keyFile),
    ])
  )
    return;
  const config = kubeconfigFor({
    name: 'trestle',
    server,
    authorities: text(files.authority.certificateFile),
    user: {
      'client-certificate-data': encoded(files.admin.certificateFile),
      'client-key-data': encoded(files.admin.keyFile),
    },
  });
  await writeKubeconfig(files.adminKubeconfig, config);
}

/** Whether a file is there and says all of this. To look is cheaper than to write it anew. */
function hasAll(file: string, texts: readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const content = readFileSync(file, 'utf8');
  return texts.every((text) => content.includes(text));
}
