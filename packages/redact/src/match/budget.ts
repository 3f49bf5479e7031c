/** What the rules of one content may still spend. A rule that spends more leaves the rest of its line to `too-costly`. */
export interface Budget {
  /** Takes the price of a try at a position of the window. False, without taking it, if too little is left. */
  readonly spend: (rule: number, price: number, at: number) => boolean;
  /** Whether the line that goes on is masked to its end, so that nothing in it is looked for. */
  lineIsCostly: boolean;
  /** Subtracts from positions after the window moved. */
  readonly shift: (by: number) => void;
}

/** Characters that the tries of a rule may look at for each byte of content. */
const stepsPerByte = 200;

/** Characters that they may look at beyond that, so that a file can have many secrets in a row. */
const stepsInReserve = 400_000;

/** Creates the budget of a content. It depends on the content only: the same bytes are masked in the same way on a slow machine. */
export function createBudget(): Budget {
  const accounts = new Map<number, { left: number; at: number }>();
  let moved = 0;
  return {
    lineIsCostly: false,
    spend(rule, price, at) {
      const position = at + moved;
      const account = accounts.get(rule) ?? { left: stepsInReserve, at: position };
      accounts.set(rule, account);
      account.left = Math.min(stepsInReserve, account.left + (position - account.at) * stepsPerByte);
      account.at = position;
      if (account.left < price) return false;
      account.left -= price;
      return true;
    },
    shift(by) {
      moved += by;
    },
  };
}
