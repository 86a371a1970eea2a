// Follows staging/src/k8s.io/client-go/tools/remotecommand/v4.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/streamtranslator.go (v1.36)

import { internalError } from '../../apimachinery/status/index.js';

interface RemoteStatus {
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

/** Converts the exit status of a command, as a Status or as text in older protocols, to the Status for the client. */
export function remoteFailure(text: string, isStatus: boolean): object {
  if (!isStatus) return failure(`error executing remote command: ${text}`);
  const status = parse(text);
  if (!status) return failure(`error stream protocol error: invalid status in ${JSON.stringify(text)}`);
  if (status.status === 'Success') return { metadata: {}, status: 'Success' };
  if (status.status !== 'Failure') return failure('error stream protocol error: unknown error');
  if (status.reason !== 'NonZeroExitCode') return failure(status.message ?? '');
  const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
  if (code === undefined) return failure('error stream protocol error: no ExitCode cause given');
  if (!/^\d{1,3}$/.test(code)) {
    return failure(`error stream protocol error: invalid exit code value ${JSON.stringify(code)}`);
  }
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: command terminated with exit code ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: code }] },
  };
}

function parse(text: string): RemoteStatus | undefined {
  try {
    return (JSON.parse(text) as RemoteStatus | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Serialized as Go does for a bare Status: without kind and apiVersion. */
export function failure(message: string): object {
  const { kind: _kind, apiVersion: _version, ...status } = internalError(message).status;
  return status;
}
