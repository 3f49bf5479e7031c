import { contractSuite } from '@hostspec/testing';
import slice, { linux, variantA } from './index.js';

contractSuite(slice, {
  variants: { a: variantA, linux },
  fixtures: new URL('../fixtures/', import.meta.url),
});
