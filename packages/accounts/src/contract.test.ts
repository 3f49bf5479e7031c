import { contractSuite } from '@hostspec/testing';
import { linux } from './index.js';

contractSuite(linux, { everySpec: true, fixtures: new URL('../fixtures/', import.meta.url) });
