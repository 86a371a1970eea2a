/** `npm run scaling` goes through all sizes and families; the ordinary suite takes those that have found something. */
export const isFull = process.env['SCALING'] === 'full';
