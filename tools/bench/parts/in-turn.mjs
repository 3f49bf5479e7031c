/**
 * Times functions in turn, so many rounds after one that does not count, and prints `{ unit, base, runs }` as JSON: what
 * one call took divided by what `per` says it did, in µs. The first is the base. `prepare` is called before each, with its name.
 */
export const timeInTurn = async (functions, { rounds, unit, per = 1, prepare }) => {
  const runs = [];
  for (let round = -1; round < rounds; round++)
    for (const [runner, act] of Object.entries(functions)) {
      prepare?.(runner);
      const start = performance.now();
      await act();
      const wall = (1000 * (performance.now() - start)) / per;
      if (round >= 0) runs.push({ runner, round, wall, status: 0 });
    }
  console.log(JSON.stringify({ unit, base: Object.keys(functions)[0], runs }));
};
