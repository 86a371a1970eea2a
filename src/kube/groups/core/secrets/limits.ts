// Follows pkg/apis/core/types.go (v1.36)

/** Maximum total size of the values of a Secret or ConfigMap. */
export const maxSecretBytes = 1024 * 1024;
