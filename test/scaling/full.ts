/** `npm run scaling` goes through all sizes and families; the ordinary suite takes those that have found something. */
export const isFull = process.env['SCALING'] === 'full';

/** Limits of time in the ordinary suite, which shares its machine with other tests, are so many times those of the full one. */
export const slack = isFull ? 1 : 4;
