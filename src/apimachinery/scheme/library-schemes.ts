/**
 * Names of the schemes that Kubernetes' libraries decode with: they appear in error messages. A scheme is named after
 * the source line that creates it.
 */
export const librarySchemes = {
  deleteOptions: 'k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27',
  webhookReviews: 'pkg/util/webhook/client.go:71',
} as const;
