import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { PairFiles } from './certificate-folder.js';
import { type CredentialFiles, credentialFiles } from './credentials.js';

/** Permissions of files that only their owner can read. */
const othersMask = 0o077;

export interface CredentialsReport {
  /** When the certificate of the server expires. Undefined: there is none that can be read. */
  readonly serverValidUntil: Date | undefined;
  readonly problems: readonly string[];
}

/** Examines the keys and certificates of a data directory, without changing them. */
export function checkCredentials(dataDirectory: string, now = systemClock.now()): CredentialsReport {
  const files = credentialFiles(dataDirectory);
  const authority = readCertificate(files.authority.certificateFile);
  const frontProxyAuthority = readCertificate(files.frontProxyAuthority.certificateFile);
  const pairs: [PairFiles, X509Certificate | undefined][] = [
    [files.authority, authority],
    [files.server, authority],
    [files.admin, authority],
    [files.frontProxyAuthority, frontProxyAuthority],
    [files.frontProxyClient, frontProxyAuthority],
  ];
  return {
    serverValidUntil: dateOf(readCertificate(files.server.certificateFile)),
    problems: [
      ...pairs.flatMap(([pair, issuer]) => pairProblems(pair, issuer, now)),
      ...keyProblems(files.serviceAccountKeyFile),
      ...kubeconfigProblems(files),
    ],
  };
}

function pairProblems(
  { certificateFile, keyFile }: PairFiles,
  issuer: X509Certificate | undefined,
  now: number,
): string[] {
  const problems = keyProblems(keyFile);
  const certificate = readCertificate(certificateFile);
  if (!certificate) return [...problems, `${certificateFile} ${missingOr(certificateFile, 'is no certificate')}`];
  if (problems.length === 0 && !certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
    problems.push(`${keyFile} is not the key of ${certificateFile}`);
  }
  if (issuer && !certificate.verify(issuer.publicKey)) {
    problems.push(`${certificateFile} is not signed by the CA beside it; the next start replaces it`);
  }
  if (dateOf(certificate)!.getTime() < now) {
    problems.push(`${certificateFile} has expired; the next start replaces it`);
  }
  return problems;
}

function keyProblems(file: string): string[] {
  try {
    createPrivateKey(readFileSync(file));
  } catch {
    return [`${file} ${missingOr(file, 'is no private key')}`];
  }
  return modeProblems(file);
}

function kubeconfigProblems({ adminKubeconfig: file, authority }: CredentialFiles): string[] {
  if (!existsSync(file)) return [`${file} is missing; the next start creates it`];
  const hasAuthority =
    existsSync(authority.certificateFile) &&
    readFileSync(file, 'utf8').includes(readFileSync(authority.certificateFile).toString('base64'));
  return [
    ...(hasAuthority ? [] : [`${file} is of another CA than ${authority.certificateFile}; the next start replaces it`]),
    ...modeProblems(file),
  ];
}

/** Windows has no such modes. */
function modeProblems(file: string): string[] {
  const isPrivate = process.platform === 'win32' || (statSync(file).mode & othersMask) === 0;
  return isPrivate ? [] : [`${file} can be read by other users: chmod 600 ${file}`];
}

function missingOr(file: string, otherwise: string): string {
  return existsSync(file) ? otherwise : 'is missing; the next start creates it';
}

function readCertificate(file: string): X509Certificate | undefined {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return undefined;
  }
}

function dateOf(certificate: X509Certificate | undefined): Date | undefined {
  return certificate && new Date(certificate.validTo);
}
