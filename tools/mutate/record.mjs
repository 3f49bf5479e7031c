import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from '../docs/sections.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const path = here('scores.json');

/** The recorded scores: `{ [package]: { [file]: { mutants, caught } } }`. */
export const recordedScores = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

const byName = (object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Recorded scores with those of tested runs in place of older ones. A file counts once all of its mutants were tested. */
export const withScores = (recorded, tested) => {
  const scores = { ...recorded };
  for (const { each, files, mutants } of tested) {
    const own = { ...scores[each.folder] };
    for (const file of files) {
      const ofFile = mutants.filter((mutant) => mutant.file === file);
      const caught = ofFile.filter(({ status }) => status === 'caught').length;
      // A file of types has none.
      if (ofFile.length > 0) own[file] = { mutants: ofFile.length, caught };
      else delete own[file];
    }
    if (Object.keys(own).length > 0) scores[each.folder] = byName(own);
  }
  return byName(scores);
};

/** The table of recorded scores, in Markdown; `thresholdOf` gives the least percentage of a package by its folder. */
export const scoreTable = (scores, thresholdOf) =>
  table(
    ['Package', 'Files', 'Mutants', 'Caught', '%', 'Needed'],
    Object.entries(scores).map(([folder, files]) => {
      const sum = (key) => Object.values(files).reduce((total, file) => total + file[key], 0);
      const [mutants, caught] = [sum('mutants'), sum('caught')];
      // Rounded down, so that the number is never above a threshold that was missed.
      const percent = Math.floor((1000 * caught) / mutants) / 10;
      return [folder, Object.keys(files).length, mutants, caught, percent, thresholdOf(folder) ?? ''];
    }),
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
