/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';
