/** What the rules of one content may still spend. A rule that spends more leaves the rest of its line to `too-costly`. */
export interface Budget {
  /** Takes the price of a try at a position of the window. False, without taking it, if too little is left. */
  readonly spend: (rule: number, price: number, at: number) => boolean;
  /** The same for the characters that the automata of a keyword looked at. */
  readonly look: (steps: number, at: number) => boolean;
  /** Whether the line that goes on is masked to its end, so that nothing in it is looked for. */
  lineIsCostly: boolean;
  /** Subtracts from positions after the window moved. */
  readonly shift: (by: number) => void;
}

/** Characters that the tries of a rule may look at for each byte of content. */
const stepsPerByte = 200;

/** Characters that the automata may look at for each byte of content: fewer, because all rules share them. */
const looksPerByte = 40;

/** The account of the automata, beside those of the rules. */
const automata = -1;

/** Characters that each may look at beyond that, so that a file can have many secrets in a row. */
const stepsInReserve = 400_000;

/** Creates the budget of a content. It depends on the content only: the same bytes are masked in the same way on a slow machine. */
export function createBudget(): Budget {
  const accounts = new Map<number, { left: number; at: number }>();
  let moved = 0;
  const take = (owner: number, price: number, at: number, perByte: number): boolean => {
    const position = at + moved;
    const account = accounts.get(owner) ?? { left: stepsInReserve, at: position };
    accounts.set(owner, account);
    account.left = Math.min(stepsInReserve, account.left + (position - account.at) * perByte);
    account.at = position;
    if (account.left < price) return false;
    account.left -= price;
    return true;
  };
  return {
    lineIsCostly: false,
    spend: (rule, price, at) => take(rule, price, at, stepsPerByte),
    look: (steps, at) => take(automata, steps, at, looksPerByte),
    shift(by) {
      moved += by;
    },
  };
}
