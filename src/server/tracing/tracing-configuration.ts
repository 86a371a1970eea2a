// Follows staging/src/k8s.io/component-base/tracing/api/v1/config.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/tracing.go (v1.36)

import { decodeYaml } from '../../apimachinery/codec/index.js';
import { readConfiguration } from '../../apimachinery/configuration/index.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { aggregateMessage, type FieldError, FieldPath, parseGoUrl } from '../../apimachinery/validation/index.js';

export interface TracingConfiguration {
  readonly endpoint: string;
  /** How many of a million requests are sampled that are not part of a trace. */
  readonly samplingRatePerMillion: number;
}

const apiVersions = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`);
const defaultEndpoint = 'localhost:4317';
const million = 1_000_000;

/** Throws kube-apiserver's error for a document that is not a valid TracingConfiguration. */
export function readTracingConfiguration(text: string): TracingConfiguration {
  const { endpoint, rate } = decoded(text);
  const errors = [...rateErrors(rate), ...(endpoint === undefined ? [] : endpointErrors(endpoint))];
  if (errors.length > 0) throw new Error(`failed to validate tracing configuration: ${aggregateMessage(errors)}`);
  return { endpoint: endpoint ?? defaultEndpoint, samplingRatePerMillion: rate };
}

function decoded(text: string): { endpoint: string | undefined; rate: number } {
  try {
    return readConfiguration(
      decodeYaml(Buffer.from(text)),
      { kind: 'TracingConfiguration', apiVersions },
      (fields) => ({ endpoint: fields.optionalText('endpoint'), rate: fields.integer('samplingRatePerMillion') }),
    );
  } catch (error) {
    const problem = messageOf(error);
    throw new Error(`failed to read tracing config: unable to decode tracing configuration data: ${problem}`);
  }
}

function rateErrors(rate: number): FieldError[] {
  const path = FieldPath.of('samplingRatePerMillion');
  if (rate < 0) return [path.invalid(rate, 'sampling rate must be positive')];
  const tooLarge = 'sampling rate per million must be less than or equal to one million';
  return rate > million ? [path.invalid(rate, tooLarge)] : [];
}

const schemes = ['dns', 'unix', 'unix-abstract'];

function endpointErrors(endpoint: string): FieldError[] {
  const path = FieldPath.of('endpoint');
  const url = endpoint.includes('//') ? endpoint : `dns://${endpoint}`;
  let scheme: string;
  try {
    scheme = parseGoUrl(url).scheme;
  } catch (error) {
    return [path.invalid(url, `parse ${goQuote(url)}: ${(error as Error).message}`)];
  }
  if (schemes.includes(scheme)) return [];
  const options = 'Options are none, dns, unix, or unix-abstract.';
  const where = 'See https://github.com/grpc/grpc/blob/master/doc/naming.md';
  return [path.invalid(url, `unsupported scheme: ${scheme}.  ${options}  ${where}`)];
}
