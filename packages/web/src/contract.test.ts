import { contractSuite } from '@hostspec/testing';
import slice, { variantA } from './index.js';

contractSuite(slice, { variants: { a: variantA }, fixtures: new URL('../fixtures/', import.meta.url) });
