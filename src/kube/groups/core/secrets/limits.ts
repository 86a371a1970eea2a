/** How many bytes the values of a Secret, or of a ConfigMap, may have together. */
export const maxSecretBytes = 1024 * 1024;
