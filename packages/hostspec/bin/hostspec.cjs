#!/usr/bin/env node
'use strict';

require('@hostspec/cli/bin/hostspec.cjs');
