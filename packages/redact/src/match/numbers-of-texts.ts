/** For each text of some lists, the numbers of the lists that contain it, in order. An undefined list has no texts. */
export function numbersOfTexts(
  lists: readonly (readonly string[] | undefined)[],
): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, texts] of lists.entries())
    for (const text of texts ?? []) {
      const known = numbers.get(text);
      if (known === undefined) numbers.set(text, [number]);
      else if (known.at(-1) !== number) known.push(number);
    }
  return numbers;
}
