import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from '../docs/sections.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const path = here('scores.json');

/**
 * The recorded scores: `{ [package]: { [file]: { mutants, caught, all } } }`. `all` is how many mutants the file has, if only
 * a sample of them was tested.
 */
export const recordedScores = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

const byName = (object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

const scoreOf = (file, mutants) => {
  const ofFile = mutants.filter((mutant) => mutant.file === file);
  const caught = ofFile.filter(({ status }) => status === 'caught').length;
  return { mutants: ofFile.length, caught };
};

/**
 * Recorded scores with those of tested runs in place of older ones. A file counts once all of its mutants were tested, or all
 * of a sample; a sample does not replace the score of a whole file.
 */
export const withScores = (recorded, tested) => {
  const scores = { ...recorded };
  for (const { each, files, sampled = {}, mutants } of tested) {
    const own = { ...scores[each.folder] };
    for (const file of files) {
      const score = scoreOf(file, mutants);
      // A file of types has none.
      if (score.mutants > 0) own[file] = score;
      else delete own[file];
    }
    for (const [file, all] of Object.entries(sampled))
      if (own[file] === undefined || own[file].all) own[file] = { ...scoreOf(file, mutants), all };
    if (Object.keys(own).length > 0) scores[each.folder] = byName(own);
  }
  return byName(scores);
};

const rowOf = ([folder, files], thresholdOf) => {
  const all = Object.values(files);
  const sum = (countOf) => all.reduce((total, file) => total + countOf(file), 0);
  const mutants = sum((file) => file.all ?? file.mutants);
  // A sample stands for all mutants of its file.
  const caught = sum((file) => (file.caught * (file.all ?? file.mutants)) / file.mutants);
  return [
    folder,
    all.length,
    all.filter((file) => file.all).length,
    mutants,
    sum((file) => file.mutants),
    sum((file) => file.caught),
    // Rounded down, so that the number is never above a threshold that was missed.
    Math.floor((1000 * caught) / mutants + 1e-6) / 10,
    thresholdOf(folder) ?? '',
  ];
};

/** The table of recorded scores, in Markdown; `thresholdOf` gives the least percentage of a package by its folder. */
export const scoreTable = (scores, thresholdOf) =>
  table(
    ['Package', 'Files', 'By sample', 'Mutants', 'Tested', 'Caught', '%', 'Needed'],
    Object.entries(scores).map((entry) => rowOf(entry, thresholdOf)),
  );

/** The README with the table of recorded scores. */
export const readmeWith = (text, scores, thresholdOf) =>
  text.replace(
    /(<!-- scores -->\n).*(<!-- end of scores -->)/s,
    (_, begin, end) => `${begin}\n${scoreTable(scores, thresholdOf)}\n\n${end}`,
  );

/** The text of the README. */
export const readme = () => readFileSync(here('README.md'), 'utf8');

/** Writes the scores of tested runs to the record and the README. */
export const recordScores = (tested, thresholdOf) => {
  const scores = withScores(recordedScores(), tested);
  writeFileSync(path, `${JSON.stringify(scores, undefined, 2)}\n`);
  writeFileSync(here('README.md'), readmeWith(readme(), scores, thresholdOf));
};
