#!/usr/bin/env node
// biome-ignore-all lint/style/useTemplate: ES5 has no templates.
// A Node that is too old reads this file too: nothing here may be newer than ES5, or be loaded before the check.
'use strict';

var node = process.versions.node;
var ranges = require('../package.json').engines.node.split(' || ');

function numbersOf(version) {
  return version.replace(/^\D+/, '').split('.').map(parseFloat);
}

function isIn(range) {
  var actual = numbersOf(node);
  var least = numbersOf(range);
  if (actual[0] !== least[0]) return actual[0] > least[0] && range.charAt(0) === '>';
  return (actual[1] - least[1] || actual[2] - least[2]) >= 0;
}

function textOf(range) {
  var least = numbersOf(range);
  var oldest = least[0] + '.' + least[1];
  return range.charAt(0) === '>' ? oldest + ' and later' : least[0] + ' from ' + oldest;
}

if (ranges.some(isIn)) require('./start.cjs');
else {
  process.stderr.write(
    'hostspec: Node ' +
      node +
      ' (' +
      process.execPath +
      ') cannot run hostspec; allowed: Node ' +
      ranges.map(textOf).join(', ') +
      '\n',
  );
  process.exitCode = 2;
}
