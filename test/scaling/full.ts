/** `npm run scaling` runs all sizes and families; the regular suite runs those that have found problems. */
export const isFull = process.env['SCALING'] === 'full';

/** Limits of time in the ordinary suite, which shares its machine with other tests, are so many times those of the full one. */
export const slack = isFull ? 1 : 4;
