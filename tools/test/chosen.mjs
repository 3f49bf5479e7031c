const options = ['--only=', '--without='];

/**
 * The tasks that a command line chooses by `--only=TASK,TASK` and `--without=TASK,TASK`: `{ wanted, flags, unknown }`, with the
 * other words, and the names that are not tasks.
 */
export const chosenTasks = (tasks, words) => {
  const [only, left] = options.map((option) =>
    words.filter((word) => word.startsWith(option)).flatMap((word) => word.slice(option.length).split(',')),
  );
  return {
    wanted: tasks.filter((task) => !left.includes(task) && (only.length === 0 || only.includes(task))),
    flags: words.filter((word) => !options.some((option) => word.startsWith(option))),
    unknown: [...only, ...left].filter((name) => !tasks.includes(name)),
  };
};
