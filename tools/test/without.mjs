const option = '--without=';

/**
 * What is left of the tasks after the `--without=TASK,TASK` among the words of a command line: `{ wanted, flags, unknown }`,
 * with the other words, and the names that are not tasks.
 */
export const withoutTasks = (tasks, words) => {
  const left = words
    .filter((word) => word.startsWith(option))
    .flatMap((word) => word.slice(option.length).split(','));
  return {
    wanted: tasks.filter((task) => !left.includes(task)),
    flags: words.filter((word) => !word.startsWith(option)),
    unknown: left.filter((name) => !tasks.includes(name)),
  };
};
