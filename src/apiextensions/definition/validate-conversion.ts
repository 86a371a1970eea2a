// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { checkDns1035Label, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import { validateWebhookService, validateWebhookUrl, type WebhookClientConfig } from '../../client/webhook/index.js';
import { validateCaBundle } from './ca-bundle.js';
import type { Conversion } from './custom-resource-definition.js';

export interface ConversionOptions {
  /** One of the review versions must be supported here. */
  readonly mustKnowReviews: boolean;
  readonly mustHaveValidCa: boolean;
}

const strategies = ['None', 'Webhook'];
const knownReviews = ['v1', 'v1beta1'];

/** Paths are those of Kubernetes' internal type, which has the webhook settings one level higher. */
export function validateConversion(conversion: Conversion, path: FieldPath, options: ConversionOptions): FieldError[] {
  const { strategy, webhook } = conversion;
  const configPath = path.child('webhookClientConfig');
  const reviewsPath = path.child('conversionReviewVersions');
  const reviews = webhook?.conversionReviewVersions ?? [];
  const errors = validateStrategy(strategy, path.child('strategy'));
  if (strategy === 'Webhook') {
    return [
      ...errors,
      ...validateClientConfig(webhook?.clientConfig, configPath, options),
      ...validateReviewVersions(reviews, reviewsPath, options),
    ];
  }
  const misplaced = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig !== undefined) errors.push(configPath.forbidden(misplaced));
  if (reviews.length > 0) errors.push(reviewsPath.forbidden(misplaced));
  return errors;
}

function validateStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (strategy === '') return [path.required()];
  return strategies.includes(strategy) ? [] : [path.notSupported(strategy, strategies)];
}

function validateClientConfig(
  config: WebhookClientConfig | undefined,
  path: FieldPath,
  { mustHaveValidCa }: ConversionOptions,
): FieldError[] {
  if (config === undefined) return [path.required('required when strategy is set to Webhook')];
  const { url, service, caBundle = '' } = config;
  const errors =
    (url === undefined) === (service === undefined)
      ? [path.required('exactly one of url or service is required')]
      : service === undefined
        ? validateWebhookUrl(url ?? '', path.child('url'))
        : validateWebhookService(service, path.child('service'));
  if (caBundle === '' || !mustHaveValidCa) return errors;
  return [...errors, ...validateCaBundle(caBundle, path.child('caBundle'))];
}

function validateReviewVersions(
  versions: readonly string[],
  path: FieldPath,
  { mustKnowReviews }: ConversionOptions,
): FieldError[] {
  if (versions.length === 0) return [path.required()];
  const seen = new Set<string>();
  const errors = versions.flatMap((version, index) => {
    if (seen.has(version)) return [path.index(index).invalid(version, 'duplicate version')];
    seen.add(version);
    return path.index(index).check(version, checkDns1035Label);
  });
  if (mustKnowReviews && !hasKnownReview(versions)) {
    errors.push(path.invalid([...versions], `must include at least one of ${knownReviews.join(', ')}`));
  }
  return errors;
}

export function hasKnownReview(versions: readonly string[]): boolean {
  return versions.some((version) => knownReviews.includes(version));
}
